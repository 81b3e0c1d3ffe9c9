# language: zh-TW
功能: 上線之後要觀察什麼
  指標看得出瓶頸在算力、儲存、網路還是協調，擴充才有依據。

  場景: 訓練要看 GPU、CPU、儲存、網路與訓練速度
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「watch-use-of-gpus」應告訴計畫「60%」
    而且 規則「watch-use-of-processors」應告訴計畫「瓶頸在資料前處理」
    而且 規則「watch-storage」對計畫成立
    而且 規則「watch-the-network」對計畫成立
    而且 規則「watch-the-pace-of-training」對計畫成立
    而且 規則「watch-how-long-answers-take」對計畫不成立
    而且 規則「watch-what-is-delivered」對計畫不成立

  場景: 即時推論要看延遲與吞吐量
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 使用型態 | 偶發         |
    當 取得建議
    那麼 規則「watch-how-long-answers-take」應告訴計畫「最慢的百分之一」
    而且 規則「watch-what-is-delivered」對計畫成立
    而且 規則「watch-use-of-processors」對計畫不成立
    而且 規則「watch-the-pace-of-training」對計畫不成立
    而且 規則「watch-the-health-of-gpus」對計畫不成立
    而且 規則「watch-power-and-heat」對計畫不成立

  場景: 放在自有或專屬設備上，要看卡片健康與耗電
    假設 範例計畫「hybrid-platform」
    當 取得建議
    那麼 規則「watch-the-health-of-gpus」應告訴計畫「DCGM」
    而且 規則「watch-power-and-heat」應告訴計畫「實際耗用才決定」

  場景: 邊緣據點沒有回報就是故障
    假設 工作負載「gate」的說明：
      | 階段     | 推論 |
      | 推論方式 | 邊緣 |
      | 模型類型 | 視覺 |
      | 參數量   | 0.1  |
    當 取得建議
    那麼 規則「watch-the-edge」應告訴計畫「沒有回報就視為故障」
    而且 規則「watch-storage」對計畫不成立

  場景: 資料準備不必看 GPU，也不必看網路
    假設 工作負載「clean」的「階段」是「資料準備」
    當 取得建議
    那麼 規則「watch-use-of-gpus」對計畫不成立
    而且 規則「watch-the-network」對計畫不成立
    而且 規則「watch-the-edge」對計畫不成立
    而且 規則「watch-use-of-processors」對計畫不成立
    而且 規則「watch-processors-alone」應告訴計畫「哪一項先滿」

  場景: 每個工作負載的成本都要看得到
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 計畫的「應觀察的指標」應包含「各工作負載成本」
    而且 規則「watch-the-cost-of-each」應告訴計畫「每千筆成果成本」
