# language: zh-TW
功能: 數字都不確定的成長計畫
  就填寫的數字來說，經驗法則與試算並不一致，因此混合部署。

  背景:
    假設 範例計畫「uncertain-growth」
    當 取得建議

  場景: 忙碌的部分自有，其餘租用
    那麼 「assistant」的「部署方式」應為「混合」
    而且 規則「busy-and-long-but-figures-say-rent」對「assistant」成立
    而且 「assistant」的「政策取捨」應包含「經驗法則與試算」

  場景: 記憶體吃緊，伺服器還有空位
    那麼 「assistant」的「成長空間」應為「可在伺服器加裝置」
    而且 「assistant」的「警示」應包含「記憶體餘裕不足」
    而且 「assistant」的「警示」應包含「須預留成長空間」
