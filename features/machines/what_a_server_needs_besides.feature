# language: zh-TW
功能: 加速卡以外的條件要平衡
  再強的 GPU，遇到太少的主記憶體、太慢的儲存或網路，都只能等。

  場景: 推論伺服器要配足主記憶體、CPU、儲存、網路與一致的軟體
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」的「整體平衡」依序應為「主記憶體、CPU、儲存、網路、軟體」
    而且 規則「host-memory-beside-accelerators」應告訴「assistant」「至少配 45 GiB 主記憶體」
    而且 規則「cores-that-feed-accelerators」應告訴「assistant」「CPU 核心」
    而且 規則「storage-loads-models」應告訴「assistant」「60 秒內載入模型」
    而且 規則「network-to-the-users」應告訴「assistant」「雙出口」
    而且 規則「software-fits-together」對「assistant」成立

  場景: 模型旁邊還有索引，主記憶體要加上索引
    假設 工作負載「chat」的說明：
      | 階段           | 推論         |
      | 模型           | Llama-3.1-8B |
      | 索引中的向量數 | 50           |
    當 取得建議
    那麼 規則「host-memory-holds-an-index-too」應告訴「chat」「供索引或資料表使用」
    而且 規則「host-memory-beside-accelerators」對「chat」不成立

  場景: 跨機訓練要顧到儲存與設備之間的網路
    假設 工作負載「train」的說明：
      | 階段 | 訓練          |
      | 模型 | Llama-3.1-70B |
    當 取得建議
    那麼 規則「storage-as-for-a-full-server」應告訴「train」「8 GB/s；檢查點」
    而且 規則「network-for-training」應告訴「train」「至少要有 100 Gbit/s」
    而且 規則「network-to-the-users」對「train」不成立

  場景: 單機訓練不必談設備之間的網路
    假設 工作負載「train」的說明：
      | 階段 | 訓練         |
      | 模型 | Llama-3.1-8B |
    當 取得建議
    那麼 規則「network-for-training」對「train」不成立

  場景: 向量檢索的伺服器先買記憶體
    假設 工作負載「search」的說明：
      | 階段           | 推論 |
      | 索引中的向量數 | 50   |
    當 取得建議
    那麼 規則「processor-server-keeps-data-in-memory」應告訴「search」「203 GiB 的索引或資料表」
    而且 規則「cores-do-the-work」對「search」成立

  場景: CPU 上的小模型也常駐主記憶體
    假設 工作負載「chat」的說明：
      | 階段     | 推論 |
      | 模型類型 | 語言 |
      | 參數量   | 3    |
      | 負載輕重 | 輕   |
    當 取得建議
    那麼 「chat」的「裝置」應為「CPU server」
    而且 規則「processor-server-keeps-a-model-in-memory」對「chat」成立
    而且 規則「processor-server-without-known-data」對「chat」不成立

  場景: 不知道資料多大，就算不出主記憶體
    假設 工作負載「clean」的「階段」是「資料準備」
    當 取得建議
    那麼 規則「processor-server-without-known-data」應告訴「clean」「請填入資料集大小」
    而且 規則「cores-that-feed-accelerators」對「clean」不成立
