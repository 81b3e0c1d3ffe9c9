# language: zh-TW
功能: 會閒置的算力要說清楚
  只做推論卻買訓練級的裝置，是常見而昂貴的錯誤。判定要附上數字：用了多少記憶體、幾倍功率、幾倍成本。

  場景: 內部問答助理用不到 H100
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」採用「H100」的「判定」應為「配置過剩」
    而且 規則「training-device-for-inference-alone」應告訴「assistant」採用「H100」「記憶體只用到 51.4%」
    而且 規則「training-device-for-inference-alone」應告訴「assistant」採用「H100」「成本是 5.23 倍」
    而且 「assistant」採用「H100」的「相對最省電選項的功率倍數」至少應為「1.5」
    而且 規則「training-device-for-inference-alone」對「assistant」採用「L40S」不成立

  場景大綱: 推論卡要在兩張以內放得下，才說訓練級的裝置過剩
    假設 工作負載「chat」的說明：
      | 階段       | 推論          |
      | 模型       | Llama-3.1-70B |
      | 權重精度   | <精度>        |
      | 同時請求數 | 40            |
    當 取得建議
    那麼 「chat」採用「H100」的「推論卡最少所需張數」應為「<張數>」
    而且 「chat」採用「H100」的「判定」應為「<判定>」
    而且 規則「<規則>」對「chat」採用「H100」成立

    例子: 政策的上限是兩張
      | 精度 | 張數 | 判定     | 規則                                |
      | FP8  | 2    | 配置過剩 | training-device-for-inference-alone |
      | BF16 | 4    | 可接受   | inference-cards-do-not-hold-it      |

  場景: 訓練級的裝置若不比推論卡貴，就不算過剩
    假設 工作負載「chat」的說明：
      | 階段       | 推論          |
      | 模型       | Llama-3.1-70B |
      | 權重精度   | FP8           |
      | 同時請求數 | 16            |
    而且 計畫的「AI 維運能力」是「熟練」
    當 取得建議
    那麼 「chat」採用「MI300X」的「推論卡最少所需張數」應為「2」
    而且 「chat」採用「MI300X」的「相對最便宜選項的成本倍數」至多應為「1.1」
    而且 「chat」採用「MI300X」的「判定」應為「可接受」
    而且 規則「training-device-that-costs-no-more」應告訴「chat」採用「MI300X」「不算浪費」
    而且 「chat」採用「H100」的「判定」應為「配置過剩」

  場景: 沒有價格的裝置只比功率
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」採用「H200 NVL」的「判定」應為「配置過剩」
    而且 規則「training-device-without-price-for-inference-alone」應告訴「assistant」採用「H200 NVL」「價格則不明」
    而且 規則「training-device-without-price-for-inference-alone」對「assistant」採用「H100」由前面的規則取代

  場景: H100 若沒有價格，也一樣說它過剩
    假設 範例計畫「internal-assistant」
    而且 型錄中沒有「H100」的價格
    當 取得建議
    那麼 「assistant」採用「H100」的「判定」應為「配置過剩」
    而且 規則「training-device-without-price-for-inference-alone」對「assistant」採用「H100」成立

  場景: 評估也只是執行模型
    假設 工作負載「test」的說明：
      | 階段 | 評估         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「test」採用「H100」的「判定」應為「配置過剩」

  場景大綱: 次世代裝置只留給長期擴張的大型企業
    假設 工作負載「chat」的說明：
      | 階段       | 推論          |
      | 模型       | Llama-3.1-70B |
      | 同時請求數 | 40            |
    而且 計畫的說明：
      | 組織規模     | <規模> |
      | 算力需求走向 | <走向> |
    當 取得建議
    那麼 「chat」採用「B200」的「判定」應為「<判定>」

    例子:
      | 規模 | 走向     | 判定     |
      | 大型 | 長期擴張 | 可接受   |
      | 大型 | 成長     | 配置過剩 |
      | 中型 | 長期擴張 | 配置過剩 |

  場景: 沒有說明規模與走向，就不推薦次世代裝置
    假設 工作負載「tune」的說明：
      | 階段 | 微調         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 「tune」採用「B200」的「判定」應為「配置過剩」
    而且 規則「newest-generation-without-the-growth-for-it」應告訴「tune」採用「B200」「長期擴張的大型企業」
