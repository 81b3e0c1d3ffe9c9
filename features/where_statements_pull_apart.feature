# language: zh-TW
功能: 政策條文彼此拉扯時，說出以何者為先
  不藏起來：哪兩條拉扯、以哪一條為先、為什麼。

  場景大綱: 經驗法則與試算不一致，以本計畫的數字為先
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 使用率   | <使用率>     |
      | 持續期間 | <月>         |
    而且 工作負載「chat」的報價：
      | 報價   | 付費方式 | 月數 | 運算    | 電力 | 網路與儲存 | 人力 | 授權 |
      | Buying | 自建     | 36   | 360,000 | 0    | 0          | 0    | 0    |
      | Rental | 雲端     | 36   | 720,000 | 0    | 0          | 0    | 0    |
    當 取得建議
    那麼 「chat」的「政策取捨」應包含「經驗法則與試算」
    而且 規則「<規則>」對「chat」成立

    例子:
      | 使用率 | 月 | 規則                                          |
      | 75%    | 24 | figures-go-before-the-thumb-when-the-work-ends-early |
      | 55%    | 36 | figures-go-before-the-thumb-when-they-say-buy |

  場景: 兩者一致就沒有取捨
    假設 範例計畫「hybrid-platform」
    當 取得建議
    那麼 「assistant」的「政策取捨」不應包含「經驗法則與試算」

  場景: 資料落地與突發用量可以兼顧
    假設 工作負載「train」的說明：
      | 階段         | 訓練         |
      | 模型         | Llama-3.1-8B |
      | 使用型態     | 偶發         |
      | 資料所在地區 | 臺灣         |
    當 取得建議
    那麼 規則「residency-and-bursts-both」應告訴「train」「AWS Asia Pacific (Taipei)」
    而且 規則「residency-goes-before-the-cloud」對「train」不成立

  場景: 資料落地擋下雲端試驗
    假設 工作負載「trial」的說明：
      | 階段         | 實驗         |
      | 模型         | Llama-3.1-8B |
      | 資料所在地區 | 澳門         |
    當 取得建議
    那麼 「trial」的「部署方式」應為「專屬」
    而且 規則「residency-goes-before-the-cloud」應告訴「trial」「以落地為先」

  場景大綱: 工作穩定卻沒有人，專屬主機就連同維運一起租
    假設 工作負載「chat」的說明：
      | 階段     | 推論          |
      | 模型     | Llama-3.1-70B |
      | 使用型態 | 持續          |
    而且 計畫的說明：
      | AI 維運能力     | <能力> |
      | 已有 MLOps 平台 | <平台> |
      | 場地            | <場地> |
    當 取得建議
    那麼 規則「steady-work-without-people-is-hosted」對「chat」<租用>
    而且 規則「steady-work-without-people-on-own-hardware」對「chat」<自有>

    例子:
      | 能力 | 平台 | 場地       | 租用   | 自有   |
      | 無   | 否   | 伺服器機房 | 成立   | 不成立 |
      | 無   | 是   | 伺服器機房 | 不成立 | 成立   |
      | 基礎 | 否   | 伺服器機房 | 不成立 | 不成立 |

  場景: 求效率但生態不足，以跑得動的 GPU 為先
    假設 工作負載「chat」的說明：
      | 階段                 | 推論         |
      | 模型                 | Llama-3.1-8B |
      | 模型穩定度           | 穩定         |
      | 優先考量             | 執行效率     |
      | 專用加速器軟體支援度 | 部分支援     |
    當 取得建議
    那麼 「chat」的「運算類別」應為「GPU」
    而且 規則「ecosystem-goes-before-efficiency」應告訴「chat」「部分支援」

  場景: 等級只是提議，算出來的才算數
    假設 範例計畫「internal-assistant-70b」
    當 取得建議
    那麼 規則「arithmetic-goes-before-the-class」應告訴「assistant」「4 張 NVIDIA A100 80 GB (PCIe)」

  場景: 推論卡放得下就沒有這個取捨
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 規則「arithmetic-goes-before-the-class」對「assistant」不成立

  場景大綱: 邊緣裝置以地點為先，而非雲端的便利
    假設 工作負載「gate」的說明：
      | 階段     | 推論   |
      | 推論方式 | <方式> |
      | 模型類型 | 視覺   |
      | 參數量   | 0.1    |
      | 使用型態 | <用法> |
    而且 型錄中沒有「L4」的價格
    當 取得建議
    那麼 規則「edge-goes-before-the-cloud」對「gate」<成立>

    例子:
      | 方式 | 用法 | 成立   |
      | 邊緣 | 偶發 | 成立   |
      | 邊緣 | 持續 | 不成立 |
      | 即時 | 偶發 | 不成立 |

  場景: 試算說租用較省，邊緣裝置仍以地點為先
    假設 工作負載「gate」的說明：
      | 階段     | 推論 |
      | 推論方式 | 邊緣 |
      | 模型類型 | 視覺 |
      | 參數量   | 0.1  |
      | 使用型態 | 持續 |
      | 使用率   | 50%  |
    當 取得建議
    那麼 「gate」的「採購成本試算」應為「自建不划算」
    而且 「gate」的「部署方式」應為「專屬」
    而且 規則「edge-goes-before-the-cloud」對「gate」成立

  場景大綱: 業務關鍵但價值未驗證，先驗證
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 業務關鍵 | 是           |
    而且 計畫的「導入階段」是「<階段>」
    當 取得建議
    那麼 「chat」的「部署方式」應為「<部署>」
    而且 規則「proof-goes-before-steadiness」對「chat」<成立>

    例子:
      | 階段     | 部署 | 成立   |
      | 概念驗證 | 雲端 | 成立   |
      | 探索     | 雲端 | 成立   |
      | 正式上線 | 專屬 | 不成立 |
