# language: zh-TW
功能: 內部問答助理
  8B 模型、四十人同時發問，推論卡就夠；買 H100 會閒置；換成 70B 就要換真正放得下的裝置。

  場景: 8B 助理用 L4 或 L40S 等級的推論卡
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」的「裝置」應為「L4、L40S」其中之一
    而且 「assistant」的「所需裝置數」至多應為「2」
    而且 「assistant」的「判定」應為「優先採用」
    而且 「assistant」的「運算類別」應為「GPU」

  場景: 記憶體真的放得下權重與四十人的快取
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」的「權重所需記憶體」應為「15.0」
    而且 「assistant」的「KV 快取所需記憶體」應為「20.0」
    而且 「assistant」的「可用記憶體占用率」至多應為「100%」

  場景: H100 配置過剩，並附上數字
    假設 範例計畫「internal-assistant」
    當 取得建議
    那麼 「assistant」採用「H100」的「判定」應為「配置過剩」
    而且 「assistant」採用「H100」的「可用記憶體占用率」應為「51.4%」
    而且 「assistant」採用「H100」的「相對最便宜選項的成本倍數」應為「5.2」
    而且 「assistant」應優先採用「L4」而非「H100」

  場景: 打算買 H100 就提出警示
    假設 範例計畫「internal-assistant-h100」
    當 取得建議
    那麼 「assistant」的「警示」應包含「屬意裝置配置過剩」
    而且 規則「intends-more-than-the-work-needs」應告訴「assistant」「常見而昂貴的錯誤」
    而且 規則「intends-more-than-the-work-needs」應告訴「assistant」「回收期也跟著拉長」

  場景: 換成 70B 就換成真正放得下的裝置
    假設 範例計畫「internal-assistant-70b」
    當 取得建議
    那麼 「assistant」的「裝置」不應為「L4」
    而且 「assistant」的「裝置」不應為「L40S」
    而且 「assistant」的「所需裝置數」至少應為「3」
    而且 「assistant」的「可用記憶體占用率」至多應為「100%」
    而且 「assistant」的「集中於一處時的記憶體需求」至少應為「150」

  場景: 同一份計畫只改模型，也得到一樣的裝置
    假設 範例計畫「internal-assistant」
    而且 工作負載「assistant」的「模型」是「Llama-3.1-70B」
    當 取得建議
    那麼 「assistant」的「裝置」應為「A100 80GB」
    而且 「assistant」的「所需裝置數」應為「4」
