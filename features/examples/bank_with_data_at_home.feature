# language: zh-TW
功能: 資料不得離境、也沒有人會維運的銀行
  全天候的推論要專屬而且有人代管，名單中臺灣卻沒有專屬主機業者，因此保留當地雲端的容量；
  偶爾的微調可以租用，但只能在臺灣的雲端地區。

  背景:
    假設 範例計畫「bank-with-data-at-home」
    當 取得建議

  場景: 全天候的推論保留臺灣雲端的容量，由業者維運
    那麼 「advisor」的「部署方式」應為「專屬」
    而且 「advisor」的「專屬設備的形式」應為「在雲端地區簽長約保留容量」
    而且 規則「reserved-where-nobody-runs-hardware」應告訴「advisor」「AWS Asia Pacific (Taipei)」
    而且 規則「nobody-to-run-own-hardware」對「advisor」由前面的規則取代
    而且 「advisor」的「可用性」應為「須備援」

  場景: 資料地點與人力都不能讓步，要說明誰優先
    那麼 「advisor」的「部署地區」應為「已找到合適地區」
    而且 規則「region-and-people-go-before-the-form」應告訴「advisor」「資料落地是義務」
    而且 規則「steady-work-without-people-is-hosted」對「advisor」不成立
    而且 「advisor」的「警示」不應包含「名單中沒有符合資料落地的地區」

  場景: 偶爾的微調租用臺灣的雲端
    那麼 「tuning」的「部署方式」應為「雲端」
    而且 規則「bursts-within-the-region」對「tuning」成立
    而且 規則「residency-and-bursts-both」應告訴「tuning」「AWS Asia Pacific (Taipei)」

  場景: 引用內部文件要有向量資料庫與企業級軟體
    那麼 「advisor」的「軟體堆疊」應包含「向量資料庫」
    而且 「advisor」的「軟體堆疊」應包含「NVIDIA AI Enterprise」
    而且 計畫的「警示」應包含「缺乏維運人力」
