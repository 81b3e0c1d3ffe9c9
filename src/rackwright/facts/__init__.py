"""What the user says: plans, their parts, and how they are read and checked."""
