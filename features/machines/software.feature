# language: zh-TW
功能: 軟體堆疊與相容性
  先說得出用哪些框架，再談哪種裝置能跑；授權與維運都是成本。

  場景大綱: 是否需要企業級軟體
    假設 範例計畫「internal-assistant」
    而且 計畫的「需要企業級軟體與支援」是「<需要>」
    當 取得建議
    那麼 「assistant」的「軟體堆疊」應包含「<軟體>」
    而且 規則「<規則>」對「assistant」成立

    例子:
      | 需要 | 軟體                 | 規則                           |
      | 是   | NVIDIA AI Enterprise | enterprise-software-is-wanted  |
      | 否   | 開源驅動與函式庫     | enterprise-software-would-cost |

  場景: 沒有說明時先用開源，並說出企業級的年費
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 規則「enterprise-software-would-cost」應告訴「assistant」「每年約 NT$280,000」
    而且 規則「enterprise-software-is-wanted」對「assistant」不成立

  場景: 專用加速器用原廠堆疊
    假設 工作負載「chat」的說明：
      | 階段                 | 推論         |
      | 模型                 | Llama-3.1-8B |
      | 模型穩定度           | 穩定         |
      | 任務範圍             | 單一特定任務 |
      | 專用加速器軟體支援度 | 支援成熟     |
      | 優先考量             | 執行效率     |
    當 取得建議
    那麼 「chat」的「軟體堆疊」應包含「裝置原廠軟體」
    而且 規則「software-of-another-vendor」應告訴「chat」「先找好對應工具」
    而且 規則「other-ecosystem-with-settled-support」應告訴「chat」「退回 CUDA」
    而且 「chat」的「軟體相容性」應為「成熟」
    而且 規則「watch-the-health-of-the-cards」對「chat」不成立

  場景: 熟練的團隊可以選 CUDA 以外的 GPU，但採購前要實測
    假設 工作負載「chat」的說明：
      | 階段 | 推論           |
      | 模型 | Llama-3.1-405B |
    而且 計畫的「AI 維運能力」是「熟練」
    當 取得建議
    那麼 「chat」的「裝置」應為「MI300X」
    而且 「chat」的「軟體相容性」應為「須先實測」
    而且 規則「other-ecosystem-to-be-tested」應告訴「chat」「採購前請先租用」

  場景: scikit-learn 只用 CPU，放到 GPU 上要先找出耗時的部分
    假設 工作負載「forecast」的說明：
      | 階段     | 訓練                  |
      | 模型類型 | 傳統機器學習          |
      | 資料集大小 | 20                  |
      | 負載輕重 | 重                    |
      | 框架     | scikit-learn、XGBoost |
    當 取得建議
    那麼 「forecast」的「軟體相容性」應為「須先實測」
    而且 規則「scikit-learn-on-an-accelerator」應告訴「forecast」「改用 XGBoost」

  場景大綱: 說明框架就能判斷相容性
    假設 工作負載「tune」的說明：
      | 階段   | 微調         |
      | 模型   | Llama-3.1-8B |
      | <項目> | <數值>       |
    當 取得建議
    那麼 「tune」的「軟體相容性」應為「<結論>」
    而且 規則「<規則>」對「tune」成立

    例子:
      | 項目     | 數值    | 結論         | 規則                               |
      | 框架     | PyTorch | 成熟         | frameworks-run-on-the-common-stack |
      | 使用型態 | 偶發    | 尚未說明框架 | frameworks-are-not-named           |

  場景: CPU 工作用一般套件
    假設 工作負載「clean」的「階段」是「資料準備」
    當 取得建議
    那麼 「clean」的「軟體堆疊」依序應為「一般套件」
    而且 規則「processors-need-ordinary-packages」對「clean」成立

  場景大綱: 推論伺服器依模型類型而不同
    假設 工作負載「serve」的說明：
      | 階段     | 推論   |
      | 模型     | <模型> |
      | 推論方式 | <方式> |
    當 取得建議
    那麼 規則「<規則>」對「serve」成立

    例子:
      | 模型         | 方式 | 規則                                       |
      | Llama-3.1-8B | 即時 | language-models-behind-an-inference-server |
      | Llama-3.1-8B | 批次 | language-models-behind-an-inference-server |
      | ViT-L/16     | 即時 | other-models-behind-an-inference-server    |
      | ViT-L/16     | 邊緣 | edge-runs-an-exported-model                |

  場景大綱: 指定 ONNX 就用它當交換格式
    假設 工作負載「serve」的說明：
      | 階段 | 推論     |
      | 模型 | ViT-L/16 |
      | 框架 | <框架>   |
    當 取得建議
    那麼 規則「onnx-was-asked-for」對「serve」<成立>

    例子:
      | 框架    | 成立   |
      | ONNX    | 成立   |
      | PyTorch | 不成立 |

  場景: 訓練用標準框架，並留下每次訓練的紀錄
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「training-in-a-standard-framework」應告訴「train」「官方容器」
    而且 規則「models-need-versions」應告訴「train」「MLflow」
    而且 規則「watch-the-health-of-the-cards」應告訴「train」「DCGM」

  場景大綱: 多台伺服器或正式上線才需要協調平台
    假設 工作負載「serve」的說明：
      | 階段 | 推論   |
      | 模型 | <模型> |
    而且 計畫的「導入階段」是「<階段>」
    當 取得建議
    那麼 規則「several-servers-want-an-orchestrator」對「serve」<多台>
    而且 規則「production-wants-an-orchestrator」對「serve」<上線>

    例子:
      | 模型           | 階段       | 多台   | 上線   |
      | Llama-3.1-405B | 小規模部署 | 成立   | 不成立 |
      | Llama-3.1-8B   | 正式上線   | 不成立 | 成立   |
      | Llama-3.1-8B   | 小規模部署 | 不成立 | 不成立 |

  場景: 回答要引用文件，就要有向量資料庫
    假設 工作負載「chat」的說明：
      | 階段                     | 推論         |
      | 模型                     | Llama-3.1-8B |
      | 回答前先檢索文件（RAG） | 是           |
    當 取得建議
    那麼 「chat」的「軟體堆疊」應包含「向量資料庫」
    而且 規則「documents-need-a-vector-database」應告訴「chat」「請填入段落筆數」
    而且 規則「index-lives-in-a-vector-database」對「chat」不成立

  場景: 知道有多少向量，就算得出記憶體
    假設 工作負載「chat」的說明：
      | 階段           | 推論         |
      | 模型           | Llama-3.1-8B |
      | 索引中的向量數 | 50           |
    當 取得建議
    那麼 規則「index-lives-in-a-vector-database」應告訴「chat」「203 GiB 主記憶體」
