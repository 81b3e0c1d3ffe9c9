# language: zh-TW
功能: 設備之間的網路
  能留在單機就留在單機；跨機訓練要 InfiniBand，100 GbE 是底線。

  場景: 放得下單機，就不必蓋網路
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「train」的「所需伺服器數」應為「1」
    而且 「train」的「機間網路」應為「一般網路即可」
    而且 規則「everything-in-one-machine」對「train」成立

  場景: 跨機訓練要 InfiniBand，並說明 100 GbE 會慢多少
    假設 工作負載「train」的說明：
      | 階段 | 訓練          |
      | 模型 | Llama-3.1-70B |
    當 取得建議
    那麼 「train」的「所需伺服器數」應為「2」
    而且 「train」的「機間網路」應為「InfiniBand」
    而且 規則「training-across-machines」應告訴「train」「反而比單台慢八倍」
    而且 規則「training-across-machines」應告訴「train」「100 Gbit/s 是底線」

  場景: 一份模型跨機，產生每個 token 都得等網路
    假設 工作負載「chat」的說明：
      | 階段 | 推論           |
      | 模型 | Llama-3.1-405B |
    當 取得建議
    那麼 「chat」的「超出單台伺服器的裝置數」至少應為「1」
    而且 「chat」的「機間網路」應為「InfiniBand」
    而且 規則「model-spans-machines」應告訴「chat」「單台 8 張裝置放不下」
    而且 規則「copies-that-span-machines」應告訴「chat」「跨機的資料愈少愈好」

  場景: 單機放得下就不跨機，即使跨機能少用幾張
    假設 工作負載「chat」的說明：
      | 階段             | 推論        |
      | 推論方式         | 即時        |
      | 模型             | DeepSeek-R1 |
      | 權重精度         | FP8         |
      | 單次請求長度     | 8192        |
      | 同時請求數       | 20000       |
    而且 計畫的「AI 維運能力」是「熟練」
    當 取得建議
    那麼 「chat」採用「MI300X」的「分攤一份模型的裝置數」應為「8」
    而且 規則「copies-that-span-machines」對「chat」不成立
    而且 規則「model-spans-machines」對「chat」不成立

  場景大綱: 跨機微調，轉接層用 100 GbE，全部權重要 InfiniBand
    假設 工作負載「tune」的說明：
      | 階段            | 微調         |
      | 模型            | Llama-3.1-8B |
      | 訓練方式        | <方式>       |
      | 訓練 token 總量 | 100          |
      | 訓練期限        | 10           |
    當 取得建議
    那麼 「tune」的「所需伺服器數」至少應為「2」
    而且 「tune」的「機間網路」應為「<網路>」
    而且 規則「<規則>」對「tune」成立

    例子:
      | 方式        | 網路         | 規則                     |
      | LoRA 轉接層 | 至少 100 GbE | adapters-across-machines |
      | 全部權重    | InfiniBand   | training-across-machines |

  場景: 各自有完整模型的設備，前面放負載平衡器就好
    假設 工作負載「inspect」的說明：
      | 階段         | 推論     |
      | 模型         | ViT-L/16 |
      | 項目處理需求 | 20000    |
    當 取得建議
    那麼 「inspect」的「所需伺服器數」至少應為「2」
    而且 「inspect」的「機間網路」應為「一般網路即可」
    而且 規則「copies-behind-a-balancer」應告訴「inspect」「負載平衡器」
