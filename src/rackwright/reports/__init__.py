"""Renders assessments: as data, and as an outline for a terminal, Markdown, HTML or Mermaid."""
