# language: zh-TW
功能: 穩定、關鍵、成長中與受地區限制的工作
  沒有使用率可算帳時，看工作的性質：穩定與關鍵的用專屬設備，成長中的用混合，受限於地區的就近部署。

  背景:
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |

  場景大綱: 工作的性質決定部署方式
    假設 工作負載「chat」的「<項目>」是「<數值>」
    當 取得建議
    那麼 「chat」的「部署方式」應為「<部署>」
    而且 規則「<規則>」對「chat」成立

    例子:
      | 項目               | 數值     | 部署 | 規則                              |
      | 使用型態           | 持續     | 專屬 | steady-work                       |
      | 業務關鍵           | 是       | 專屬 | business-critical-work            |
      | 使用型態           | 逐步成長 | 混合 | use-grows-step-by-step            |
      | 資料須留在特定地區 | 是       | 專屬 | data-must-stay-in-its-region      |
      | 對延遲敏感         | 是       | 專屬 | answers-must-be-near-the-users    |
      | 業務關鍵           | 否       | 雲端 | nothing-speaks-for-a-purchase-yet |
      | 資料須留在特定地區 | 否       | 雲端 | nothing-speaks-for-a-purchase-yet |
      | 對延遲敏感         | 否       | 雲端 | nothing-speaks-for-a-purchase-yet |

  場景: 概念驗證之後，先買一兩張推論卡，尖峰交給雲端
    假設 計畫的「導入階段」是「小規模部署」
    當 取得建議
    那麼 「chat」的「部署方式」應為「混合」
    而且 規則「small-deployment-with-cloud-beside」應告訴「chat」「一兩張推論卡」

  場景: 小規模部署的訓練不在此列
    假設 工作負載「chat」的「階段」是「訓練」
    而且 計畫的「導入階段」是「小規模部署」
    當 取得建議
    那麼 規則「small-deployment-with-cloud-beside」對「chat」不成立
    而且 「chat」的「部署方式」應為「雲端」

  場景: 訓練不因延遲而就近部署
    假設 工作負載「chat」的說明：
      | 階段       | 訓練 |
      | 對延遲敏感 | 是   |
    當 取得建議
    那麼 規則「answers-must-be-near-the-users」對「chat」不成立

  場景: 業務關鍵又持續使用的工作，理由要提到備援
    假設 工作負載「chat」的說明：
      | 業務關鍵 | 是   |
      | 使用型態 | 持續 |
    當 取得建議
    那麼 「chat」的「部署方式」應為「專屬」
    而且 規則「business-critical-and-always-on」應告訴「chat」「規劃備援」
    而且 規則「steady-work」對「chat」由前面的規則取代

  場景: 用途不明時，再關鍵也先不買
    假設 工作負載「chat」的說明：
      | 業務關鍵 | 是   |
      | 使用型態 | 持續 |
    而且 計畫的「用途明確」是「否」
    當 取得建議
    那麼 「chat」的「部署方式」應為「雲端」
    而且 規則「business-critical-and-always-on」對「chat」由前面的規則取代
