# language: zh-TW
功能: 整體是雲端、專屬還是混合
  每個工作負載各自決定，合起來才是整體的答案。

  場景大綱: 工作去處不同，整體就是混合
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 使用型態 | <推論用法>   |
    而且 工作負載「train」的說明：
      | 階段     | 訓練         |
      | 模型     | Llama-3.1-8B |
      | 使用型態 | <訓練用法>   |
    當 取得建議
    那麼 計畫的「整體部署方式」應為「<整體>」
    而且 規則「<規則>」對計畫成立

    例子:
      | 推論用法 | 訓練用法 | 整體 | 規則                             |
      | 持續     | 持續     | 專屬 | all-workloads-are-dedicated      |
      | 偶發     | 偶發     | 雲端 | all-workloads-are-in-the-cloud   |
      | 持續     | 偶發     | 混合 | workloads-go-to-different-places |
      | 逐步成長 | 持續     | 混合 | some-workload-is-hybrid          |
      | 逐步成長 | 偶發     | 混合 | some-workload-is-hybrid          |

  場景: 混合部署要先約定資料與模型如何往返
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 使用型態 | 逐步成長     |
    當 取得建議
    那麼 規則「some-workload-is-hybrid」應告訴計畫「約定資料與模型如何往返」

  場景: 沒有任何工作能安置時，不談整體部署
    假設 工作負載「chat」的「模型」是「Llama-3.1-8B」
    當 取得建議
    那麼 計畫的「整體部署方式」應為「未知」

  場景: 穩定推論自有、突發訓練租用、資料在地整理，合起來是混合
    假設 以下計畫：
      """
      facility: {site: server_room}
      workloads:
        - {id: chat, stage: inference, model: Llama-3.1-8B, usage: continuous}
        - {id: train, stage: training, model: Llama-3.1-8B, usage: sporadic}
        - {id: clean, stage: data_preparation}
      """
    當 取得建議
    那麼 「chat」的「部署方式」應為「專屬」
    而且 「train」的「部署方式」應為「雲端」
    而且 「clean」的「部署方式」應為「專屬」
    而且 計畫的「整體部署方式」應為「混合」
