# language: zh-TW
功能: 使用率夠高，但工作結束得比打平早
  自購要看兩件事：忙不忙，以及做多久。忙碌卻做不久的工作，說的是打平要幾個月，而不是使用率。

  背景:
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |
    而且 工作負載「chat」的報價：
      | 報價   | 付費方式       | 月數 | 運算    | 電力 | 網路與儲存 | 人力 | 授權 |
      | Buying | 自建           | 36   | 360,000 | 0    | 0          | 0    | 0    |
      | Rental | 雲端           | 36   | 720,000 | 0    | 0          | 0    | 0    |
      | Server | 租用專屬伺服器 | 36   | 450,000 | 0    | 0          | 0    | 0    |

  場景大綱: 經驗法則主張購買，但打平時工作已結束
    假設 工作負載「chat」的說明：
      | 使用率   | 75%    |
      | 持續期間 | 24     |
      | 使用型態 | <型態> |
    當 取得建議
    那麼 「chat」的「部署方式」應為「<部署>」
    而且 規則「<規則>」應告訴「chat」「24 個月才打平」
    而且 「chat」的「專屬設備的形式」應為「向業者租用專屬伺服器」
    而且 規則「thumb-says-buy-and-a-rented-server-costs-less」應告訴「chat」「每月 NT$12,500、使用 24 個月」

    例子:
      | 型態     | 部署 | 規則                                       |
      | 持續     | 專屬 | always-on-though-it-ends-before-break-even |
      | 逐步成長 | 混合 | busy-but-it-ends-before-break-even         |

  場景: 不一致的原因是做不久，說明也只談月數
    假設 工作負載「chat」的說明：
      | 使用率   | 75% |
      | 持續期間 | 24  |
    當 取得建議
    那麼 規則「thumb-says-buy-but-the-work-ends-early」應告訴「chat」「24 個月才打平」
    而且 規則「figures-go-before-the-thumb-when-the-work-ends-early」應告訴「chat」「有其他工作接手的部分才買」
    而且 規則「figures-go-before-the-thumb-when-they-say-rent」對「chat」不成立

  場景: 兩者都不支持自建，原因是做不久
    假設 工作負載「chat」的說明：
      | 使用率   | 55% |
      | 持續期間 | 24  |
    當 取得建議
    那麼 「chat」的「部署方式」應為「雲端」
    而且 規則「neither-says-buy-since-it-ends-too-soon」應告訴「chat」「工作只持續 24 個月」
    而且 「chat」的「單次成果較省的方式」應為「雲端」

  場景: 業務關鍵就要專屬，但做不久就用租的
    假設 工作負載「chat」的說明：
      | 使用率   | 55%  |
      | 持續期間 | 24   |
      | 使用型態 | 持續 |
      | 業務關鍵 | 是   |
    當 取得建議
    那麼 「chat」的「部署方式」應為「專屬」
    而且 「chat」的「專屬設備的形式」應為「向業者租用專屬伺服器」
    而且 規則「work-ends-before-buying-pays」應告訴「chat」「結束後歸還」
