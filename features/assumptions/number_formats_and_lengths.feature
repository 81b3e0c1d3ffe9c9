# language: zh-TW
功能: 沒有說明精度與長度時的假設
  精度決定記憶體，因此假設要有依據，並提醒量化之後可能省下多少。

  場景大綱: 依用途假設權重精度
    假設 工作負載「work」的說明：
      | 階段     | <階段> |
      | 模型類型 | <類型> |
      | 參數量   | 3      |
    當 取得建議
    那麼 「work」的「權重精度」應假設為「<精度>」
    而且 規則「<規則>」對「work」成立

    例子:
      | 階段 | 類型         | 精度 | 規則                              |
      | 推論 | 語言         | BF16 | serving-without-precision         |
      | 評估 | 多模態       | BF16 | serving-without-precision         |
      | 評估 | 語音         | FP16 | items-in-half-precision           |
      | 訓練 | 語言         | BF16 | training-without-precision        |
      | 微調 | 視覺         | BF16 | training-without-precision        |
      | 訓練 | 傳統機器學習 | FP32 | classical-model-without-precision |

  場景: 說明了精度就照說明
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 權重精度 | INT4         |
    當 取得建議
    那麼 「chat」的「權重精度」應為「INT4」
    而且 規則「serving-without-precision」對「chat」不成立
    而且 「chat」的「KV 快取精度」應假設為「BF16」

  場景: 精度的假設提醒可以量化
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「serving-without-precision」應告訴「chat」「量化成 INT8 或 FP8」

  場景大綱: KV 快取跟著 FP16 的權重，其餘採用 BF16
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 權重精度 | <權重>       |
    當 取得建議
    那麼 「chat」的「KV 快取精度」應假設為「<快取>」
    而且 規則「<規則>」對「chat」成立

    例子:
      | 權重 | 快取 | 規則                                 |
      | FP16 | FP16 | cache-follows-half-precision-weights |
      | BF16 | BF16 | cache-in-sixteen-bits                |
      | FP8  | BF16 | cache-in-sixteen-bits                |

  場景: 視覺模型沒有 KV 快取，不必假設
    假設 工作負載「inspect」的說明：
      | 階段     | 推論 |
      | 模型類型 | 視覺 |
      | 參數量   | 1    |
    當 取得建議
    那麼 「inspect」的「KV 快取精度」應為「未知」
    而且 規則「cache-in-sixteen-bits」對「inspect」不成立

  場景大綱: 訓練與微調的序列長度不同
    假設 工作負載「train」的說明：
      | 階段     | <階段> |
      | 模型類型 | <類型> |
      | 參數量   | 3      |
    當 取得建議
    那麼 「train」的「訓練序列長度」應為「<長度>」

    例子:
      | 階段 | 類型     | 長度 |
      | 訓練 | 語言     | 4096 |
      | 訓練 | 向量嵌入 | 4096 |
      | 微調 | 語言     | 2048 |
      | 訓練 | 視覺     | 未知 |
      | 推論 | 語言     | 未知 |

  場景: 序列長度的假設說明從何而來
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    而且 工作負載「tune」的說明：
      | 階段 | 微調         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「training-sequence-not-stated」應告訴「train」「從頭訓練常見」
    而且 規則「fine-tuning-sequence-not-stated」應告訴「tune」「指令資料常見」

  場景: 資料準備不需要任何模型的假設
    假設 工作負載「clean」的「階段」是「資料準備」
    當 取得建議
    那麼 「clean」的「權重精度」應為「未知」
    而且 「clean」的「KV 快取精度」應為「未知」
    而且 「clean」的「單次請求長度」應為「未知」
    而且 「clean」的「同時請求數」應為「未知」
    而且 「clean」的「推論方式」應為「未知」
    而且 「clean」的「訓練方式」應為「未知」

  場景大綱: 模型以較窄的精度發布，就照發布的精度推論
    假設 工作負載「chat」的說明：
      | 階段 | <階段> |
      | 模型 | <模型> |
    當 取得建議
    那麼 「chat」的「權重精度」應假設為「<精度>」
    而且 規則「<規則>」對「chat」成立

    例子:
      | 階段 | 模型         | 精度  | 規則                             |
      | 推論 | DeepSeek-V3  | FP8   | served-in-fp8-as-published       |
      | 評估 | Kimi-K2      | FP8   | served-in-fp8-as-published       |
      | 推論 | gpt-oss-120b | MXFP4 | served-in-four-bits-as-published |
      | 微調 | gpt-oss-120b | BF16  | training-without-precision       |
      | 推論 | Llama-3.1-8B | BF16  | serving-without-precision        |
