# language: zh-TW
功能: 其他放得下的裝置，可以接受但要說明
  政策沒有點名的裝置不是不能用，但要說出差在哪裡：等級低、等級高、世代舊，或只是沒有列舉。

  場景: A100 可以做全量訓練，但時間長得多
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「train」採用「A100 SXM 80GB」的「判定」應為「可接受」
    而且 規則「older-class-for-full-training」應告訴「train」採用「A100 SXM 80GB」「訓練時間會長得多」
    而且 規則「older-class-for-full-training」對「train」採用「H100」不成立

  場景: 買不到次世代時，訓練級可以替代
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    而且 計畫的說明：
      | 組織規模     | 大型     |
      | 算力需求走向 | 長期擴張 |
    當 取得建議
    那麼 「train」採用「H200」的「判定」應為「可接受」
    而且 規則「training-class-instead-of-the-newest」對「train」採用「H200」成立
    但是 規則「training-class-instead-of-the-newest」對「train」採用「B200」不成立

  場景: 小卡可以微調小模型，但速度較慢
    假設 工作負載「tune」的說明：
      | 階段 | 微調         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「tune」採用「L4」的「判定」應為「可接受」
    而且 規則「smaller-card-for-fine-tuning」應告訴「tune」採用「L4」「速度較慢」
    而且 規則「smaller-card-for-fine-tuning」對「tune」採用「L40S」由前面的規則取代

  場景: 等級相符但政策沒有列舉的卡，選用前要確認支援與機齡
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」採用「A10」的「判定」應為「可接受」
    而且 規則「right-class-but-not-named-by-the-policy」應告訴「assistant」採用「A10」「保固與機齡」

  場景: 推論卡放不下，往上一級是合理的
    假設 範例計畫「internal-assistant-70b」
    當 取得建議
    那麼 「assistant」採用「A100 80GB」的「判定」應為「可接受」
    而且 規則「inference-cards-do-not-hold-it」應告訴「assistant」採用「A100 80GB」「若量化後能回到推論卡更好」
    而且 規則「inference-cards-do-not-hold-it」對「assistant」採用「RTX PRO 6000」不成立

  場景: 推論卡放得下時，往上一級只建議沿用現有設備
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」採用「A100 80GB」的「判定」應為「可接受」
    而且 規則「class-above-what-is-needed」應告訴「assistant」採用「A100 80GB」「推論卡」
    而且 規則「inference-cards-do-not-hold-it」對「assistant」採用「A100 80GB」不成立
