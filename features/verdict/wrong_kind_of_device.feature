# language: zh-TW
功能: 選錯類別的裝置不予採用
  CPU 的工作不必買加速卡，加速卡的工作也不該只靠 CPU；專用加速器與 CUDA 以外的軟體生態，須先有把握。

  場景: CPU 的工作不必採購任何加速卡
    假設 工作負載「clean」的「階段」是「資料準備」
    當 取得建議
    那麼 「clean」採用「L4」的「判定」應為「不採用」
    而且 規則「accelerator-for-processor-work」對「clean」採用「L4」成立
    而且 規則「accelerator-for-processor-work」對「clean」採用「Gaudi 3」成立
    而且 「clean」採用「CPU server」的「判定」應為「優先採用」

  場景: 語言模型的推論不該只靠 CPU
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「chat」採用「CPU server」的「判定」應為「不採用」
    而且 規則「processor-for-accelerator-work」應告訴「chat」採用「CPU server」「還負擔得起」
    但是 規則「processor-for-accelerator-work」對「chat」採用「L4」不成立

  場景: 單靠 CPU 要好幾台才夠，就說出台數
    假設 工作負載「chat」的說明：
      | 階段         | 推論         |
      | 模型         | Llama-3.1-8B |
      | 總輸出需求   | 5,000      |
    當 取得建議
    那麼 規則「processors-too-slow-for-the-work」應告訴「chat」採用「CPU server」「決定台數的是」
    但是 規則「processors-too-slow-for-the-work」對「chat」採用「L4」不成立

  場景: 訓練不交給 CPU，理由是運算量而不是等待時間
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Qwen2.5-0.5B |
    當 取得建議
    那麼 規則「processor-for-training」應告訴「train」採用「CPU server」「平行運算」
    而且 規則「processor-for-training」對「train」採用「L4」不成立

  場景大綱: 專用加速器要有成熟的軟體支援
    假設 工作負載「chat」的說明：
      | 階段                 | 推論         |
      | 模型                 | Llama-3.1-8B |
      | 專用加速器軟體支援度 | <支援>       |
    當 取得建議
    那麼 「chat」採用「Gaudi 3」的「判定」應為「不採用」
    而且 規則「<規則>」對「chat」採用「Gaudi 3」成立

    例子:
      | 支援     | 規則                              |
      | 不支援   | special-accelerator-lacks-support |
      | 部分支援 | special-accelerator-lacks-support |
      | 支援成熟 | special-accelerator-not-justified |

  場景: 三個條件沒有全部說明，就不採用專用加速器
    假設 工作負載「chat」的說明：
      | 階段       | 推論         |
      | 模型       | Llama-3.1-8B |
      | 模型穩定度 | 穩定         |
    當 取得建議
    那麼 「chat」採用「Inferentia2」的「判定」應為「不採用」
    而且 規則「special-accelerator-not-justified」對「chat」採用「Inferentia2」成立
    而且 規則「special-accelerator-lacks-support」對「chat」採用「Inferentia2」不成立

  場景大綱: CUDA 以外的 GPU 要有成熟的支援，或有熟練的人
    假設 工作負載「chat」的說明：
      | 階段                 | 微調          |
      | 模型                 | Llama-3.1-70B |
      | 專用加速器軟體支援度 | <支援>        |
    而且 計畫的「AI 維運能力」是「<能力>」
    當 取得建議
    那麼 「chat」採用「MI300X」的「判定」應為「<判定>」

    例子: 兩者皆無
      | 支援     | 能力 | 判定   |
      | 不支援   | 無   | 不採用 |
      | 部分支援 | 基礎 | 不採用 |

    例子: 至少有其一
      | 支援     | 能力 | 判定   |
      | 不支援   | 熟練 | 可接受 |
      | 支援成熟 | 無   | 可接受 |

  場景: 沒有說明支援與人員時，留在 CUDA
    假設 工作負載「chat」的說明：
      | 階段 | 推論          |
      | 模型 | Llama-3.1-70B |
    當 取得建議
    那麼 「chat」採用「MI300X」的「判定」應為「不採用」
    而且 規則「other-software-ecosystem-without-proof」應告訴「chat」採用「MI300X」「AMD ROCm」
    而且 規則「other-software-ecosystem-without-proof」對「chat」採用「H100」不成立
