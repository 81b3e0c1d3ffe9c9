# language: zh-TW
功能: 各種工作最看重什麼
  訓練看算力、記憶體、儲存與網路；推論看延遲、並發與單次成本；邊緣還要看地點與可用性。

  場景: 從頭訓練依序看算力、記憶體、儲存、前處理與設備間的網路
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「train」的「優先考量的面向」依序應為「加速卡算力、加速卡記憶體容量、儲存速度、前處理用的 CPU、設備間的網路」
    而且 規則「training-wants-arithmetic」應告訴「train」「請填入訓練的 token 總量與期限」
    而且 規則「training-state-must-be-held」應告訴「train」「先看放不放得下，再談速度」
    而且 規則「training-reads-and-saves-all-the-time」應告訴「train」「105 GiB」

  場景大綱: 知道訓練量與期限，才算得出運算量
    假設 工作負載「train」的說明：
      | 階段     | 訓練         |
      | 模型     | Llama-3.1-8B |
      | <項目一> | <數值一>     |
      | <項目二> | <數值二>     |
    當 取得建議
    那麼 規則「<成立>」對「train」成立
    而且 規則「<不成立>」對「train」不成立

    例子:
      | 項目一          | 數值一 | 項目二   | 數值二 | 成立                                       | 不成立                                     |
      | 訓練 token 總量 | 100    | 訓練期限 | 30     | training-wants-arithmetic-for-its-deadline | training-wants-arithmetic                  |
      | 訓練 token 總量 | 100    | 使用型態 | 偶發   | training-wants-arithmetic                  | training-wants-arithmetic-for-its-deadline |
      | 訓練期限        | 30     | 使用型態 | 偶發   | training-wants-arithmetic                  | training-wants-arithmetic-for-its-deadline |

  場景: 期限寫進理由
    假設 工作負載「train」的說明：
      | 階段            | 訓練         |
      | 模型            | Llama-3.1-8B |
      | 訓練 token 總量 | 100          |
      | 訓練期限        | 30           |
    當 取得建議
    那麼 規則「training-wants-arithmetic-for-its-deadline」應告訴「train」「希望 30 天內完成」

  場景: 訓練資料的準備與梯度的交換也要顧到
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「training-data-must-be-prepared-in-time」對「train」成立
    而且 規則「training-spreads-over-machines」應告訴「train」「每一步都要交換 15 GiB 的梯度」

  場景: 微調要放得下，也要能隨時換方法
    假設 工作負載「tune」的說明：
      | 階段 | 微調         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「tune」的「優先考量的面向」依序應為「加速卡記憶體容量、彈性」
    而且 規則「tuning-wants-freedom」應告訴「tune」「標準框架」

  場景大綱: 即時推論先看延遲，沒說能等多久就先談定
    假設 工作負載「chat」的說明：
      | 階段   | 推論         |
      | 模型   | Llama-3.1-8B |
      | <項目> | <數值>       |
    當 取得建議
    那麼 「chat」的「優先考量的面向」應包含「延遲」
    而且 規則「<成立>」對「chat」成立
    而且 規則「<不成立>」對「chat」不成立

    例子:
      | 項目             | 數值 | 成立                          | 不成立                        |
      | 可接受的最長延遲 | 2000 | answers-within-a-stated-time  | answers-without-a-stated-time |
      | 使用型態         | 持續 | answers-without-a-stated-time | answers-within-a-stated-time  |

  場景: 語言模型的使用者變多，要的是記憶體
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 規則「many-users-share-the-cache」應告訴「assistant」「除了權重還要 20 GiB 的快取」
    而且 規則「requests-cost-money」應告訴「assistant」「單次成本」
    而且 規則「items-come-in-streams」對「assistant」不成立

  場景: 視覺模型看的是每秒進來多少項
    假設 工作負載「inspect」的說明：
      | 階段     | 推論 |
      | 模型類型 | 視覺 |
      | 參數量   | 0.3  |
    當 取得建議
    那麼 規則「items-come-in-streams」應告訴「inspect」「不保留快取」
    而且 規則「many-users-share-the-cache」對「inspect」不成立

  場景大綱: 使用者在意延遲或分布各地，就要看通往使用者的網路
    假設 工作負載「chat」的說明：
      | 階段   | 推論         |
      | 模型   | Llama-3.1-8B |
      | <項目> | <數值>       |
    當 取得建議
    那麼 規則「users-need-a-good-route」對「chat」<成立>

    例子:
      | 項目             | 數值       | 成立   |
      | 對延遲敏感       | 是         | 成立   |
      | 使用者所在地區   | 臺灣、日本 | 成立   |
      | 對延遲敏感       | 否         | 不成立 |

  場景: 批次推論看吞吐量與單次成本，不看延遲
    假設 工作負載「nightly」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 推論方式 | 批次         |
    當 取得建議
    那麼 「nightly」的「優先考量的面向」依序應為「吞吐量、單次成果成本」
    而且 規則「batches-want-a-low-cost」應告訴「nightly」「可中斷」

  場景: 邊緣推論看地點、可用性與耗電
    假設 工作負載「gate」的說明：
      | 階段     | 推論 |
      | 推論方式 | 邊緣 |
      | 模型類型 | 視覺 |
      | 參數量   | 0.1  |
    當 取得建議
    那麼 「gate」的「優先考量的面向」依序應為「部署地點、可用性、低耗電」
    而且 規則「edge-is-bound-to-its-place」對「gate」成立
    而且 規則「edge-must-stay-up」應告訴「gate」「斷網也能運作」
    而且 規則「edge-has-little-power」應告訴「gate」「75 W 以內」

  場景: 開發試驗要快也要自由
    假設 工作負載「trial」的說明：
      | 階段 | 實驗         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「trial」的「優先考量的面向」依序應為「快速啟用、彈性」
    而且 規則「developers-want-a-fast-start」應告訴「trial」「下班關機」

  場景: 評估要能重現，並以批次執行
    假設 工作負載「test」的說明：
      | 階段 | 評估         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「test」的「優先考量的面向」依序應為「結果可重現、吞吐量」
    而且 規則「evaluations-must-be-repeatable」對「test」成立
    而且 規則「evaluations-are-batches」對「test」成立

  場景: 資料準備看的是儲存與 CPU，並留在資料旁邊
    假設 工作負載「clean」的說明：
      | 階段       | 資料準備 |
      | 資料集大小 | 8000     |
    當 取得建議
    那麼 規則「preparation-stays-near-the-data」應告訴「clean」「8,000 GB」
    而且 規則「preparation-reads-a-lot」對「clean」成立
    而且 規則「preparation-wants-processors」對「clean」成立

  場景大綱: 說了最看重什麼，就列入考量
    假設 工作負載「chat」的說明：
      | 階段     | 推論         |
      | 模型     | Llama-3.1-8B |
      | 優先考量 | <優先>       |
    當 取得建議
    那麼 規則「simplicity-was-asked-for」對「chat」<單純>
    而且 規則「edge-has-little-power」對「chat」<低耗電>

    例子:
      | 優先     | 單純   | 低耗電 |
      | 部署簡單 | 成立   | 不成立 |
      | 能源效率 | 不成立 | 成立   |

  場景大綱: 訓練的模型類型不同，第一步也不同
    假設 工作負載「train」的說明：
      | 階段     | 訓練   |
      | 模型類型 | <類型> |
      | 參數量   | 0.3    |
    當 取得建議
    那麼 規則「<成立>」對「train」成立
    而且 規則「<不成立>」對「train」不成立

    例子:
      | 類型         | 成立                                        | 不成立                                      |
      | 語言         | training-wants-arithmetic                   | training-on-items-wants-a-first-measurement |
      | 視覺         | training-on-items-wants-a-first-measurement | training-wants-arithmetic                   |

  場景: 資料表的訓練要的是記憶體與核心
    假設 工作負載「forecast」的說明：
      | 階段       | 訓練         |
      | 模型類型   | 傳統機器學習 |
      | 資料集大小 | 100          |
    當 取得建議
    那麼 「forecast」的「優先考量的面向」依序應為「前處理用的 CPU」
    而且 規則「tables-want-memory-and-cores」對「forecast」成立
    而且 規則「training-state-must-be-held」對「forecast」不成立
