# language: zh-TW
功能: 語言模型以外的範例
  影像、語音、表格與邊緣站點各有各的答案，不會套用語言模型的結論。

  場景: 門市貨架攝影機在現場用一張低功耗的卡
    假設 範例計畫「shop-cameras-at-the-edge」
    當 取得建議
    那麼 「shelves」的「device」應為「L4」
    而且 「shelves」的「devices_needed」應為「1」
    而且 規則「more-power-than-the-site-has」對「shelves」採用「L40S」成立
    而且 「shelves」採用「L4」的「item_wait_ms」至多應為「200」
    而且 「shelves」的「deployment」應為「dedicated」
    而且 計畫的「circuit」應為「carries_the_load」

  場景: 商品圖片用推論卡，推薦模型用 CPU
    假設 範例計畫「product-pictures」
    當 取得建議
    那麼 「pictures」的「compute_class」應為「gpu」
    而且 「pictures」的「needed_tier」應為「inference」
    而且 規則「batch-must-end-in-time」應告訴「pictures」「8 小時」
    而且 「offers」的「compute_class」應為「cpu」
    而且 計畫的「overall_deployment」應為「hybrid」

  場景: 醫院的十個模型分別規劃，穩定的留在院內，突發的租用
    假設 範例計畫「ten-models-of-a-hospital」
    當 取得建議
    那麼 「archive」的「compute_class」應為「cpu」
    而且 「x-ray-reading」的「deployment」應為「dedicated」
    而且 「dictation」的「device」應為「L4」
    而且 「tuning」的「deployment」應為「cloud」
    而且 「readmission」的「compute_class」應為「cpu」
    而且 計畫的「overall_deployment」應為「hybrid」
