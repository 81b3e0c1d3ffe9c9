# language: zh-TW
功能: 向量搜尋與資料表只做有意義的假設
  沒有語言模型，就不談上下文、同時請求數與 KV 快取；算不進去的需求要說出來。

  場景: 只有向量的搜尋不需要模型的假設
    假設 工作負載「search」的說明：
      | 階段         | 推論     |
      | 模型類型     | 向量嵌入 |
      | 索引中的向量數 | 50     |
      | 向量維度     | 768      |
      | 請求到達率   | 200      |
      | 可接受的最長延遲 | 50   |
    當 取得建議
    那麼 「search」的「權重精度」應為「未知」
    而且 「search」的「同時請求數」應為「未知」
    而且 「search」的「每個項目的運算位置數」應為「未知」
    而且 規則「searches-walk-an-index」應告訴「search」「召回率」
    而且 規則「searches-asked-for-cannot-be-counted」應告訴「search」「並未計入」
    而且 規則「wait-cannot-be-counted」應告訴「search」「50 毫秒」

  場景: 沒有說明類型的搜尋也一樣
    假設 工作負載「search」的說明：
      | 階段           | 推論 |
      | 索引中的向量數 | 5000 |
    當 取得建議
    那麼 「search」的「單次請求長度」應為「未知」
    而且 「search」的「KV 快取精度」應為「未知」
    而且 「search」的「同時請求數」應為「未知」
    而且 規則「index-spread-over-machines」應告訴「search」「各存一部分」
    而且 規則「copies-behind-a-balancer」對「search」由前面的規則取代

  場景: 大模型旁的向量索引仍需要模型的假設
    假設 工作負載「chat」的說明：
      | 階段           | 推論         |
      | 模型           | Llama-3.1-8B |
      | 索引中的向量數 | 4            |
    當 取得建議
    那麼 「chat」的「同時請求數」應假設為「16」
    而且 「chat」的「權重精度」應假設為「BF16」
    而且 規則「searches-walk-an-index」對「chat」不成立

  場景: 資料表的訓練不問批次、重算與訓練方式
    假設 工作負載「scoring」的說明：
      | 階段       | 訓練         |
      | 模型類型   | 傳統機器學習 |
      | 負載輕重   | 重           |
      | 資料集大小 | 20           |
    當 取得建議
    那麼 「scoring」的「每張裝置的批次大小」應為「未知」
    而且 「scoring」的「訓練方式」應為「未知」
    而且 「scoring」的「重算激活值以節省記憶體」應為「未知」
    而且 「scoring」的「模型架構」應為「未知」
    而且 「scoring」的「權重精度」應為「未知」

  場景: 沒有說明資料大小就先問大小
    假設 工作負載「scoring」的說明：
      | 階段     | 訓練         |
      | 模型類型 | 傳統機器學習 |
      | 負載輕重 | 重           |
    當 取得建議
    那麼 規則「size-of-the-tables-decides」應告訴「scoring」「列數 × 欄數 × 4 位元組」
    而且 規則「tables-must-fit-the-cards」對「scoring」不成立
    而且 計畫的「整體結果」應為「尚無法判定」

  場景: 資料準備說了資料大小，就依大小談記憶體
    假設 工作負載「clean」的說明：
      | 階段       | 資料準備 |
      | 資料集大小 | 2000     |
    當 取得建議
    那麼 規則「processor-server-streams-its-data」應告訴「clean」「2,000 GB」
    而且 規則「processor-server-without-known-data」對「clean」不成立
    而且 「clean」的「常駐主記憶體的資料」應為「未知」

  場景: 不用 GPU 的概念驗證就租一般伺服器
    假設 工作負載「search」的說明：
      | 階段           | 推論 |
      | 索引中的向量數 | 50   |
    而且 計畫的「導入階段」是「概念驗證」
    當 取得建議
    那麼 規則「rent-servers-for-the-proof」應告訴計畫「用不到 GPU」
    而且 規則「rent-for-the-proof」對計畫不成立
