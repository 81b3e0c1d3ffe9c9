# language: zh-TW
功能: 資料不得離境、也沒有人會維運的銀行
  全天候的推論要專屬而且有人代管；偶爾的微調可以租用，但只能在臺灣的雲端地區。

  背景:
    假設 範例計畫「bank-with-data-at-home」
    當 取得建議

  場景: 全天候的推論用專屬主機，連同維運一起租
    那麼 「advisor」的「部署方式」應為「專屬」
    而且 「advisor」的「專屬設備的形式」應為「向業者租用專屬伺服器」
    而且 規則「steady-work-without-people-is-hosted」對「advisor」成立
    而且 「advisor」的「可用性」應為「須備援」

  場景: 名單中沒有臺灣的專屬主機業者，要明說
    那麼 「advisor」的「部署地區」應為「名單中沒有」
    而且 「advisor」的「警示」應包含「名單中沒有符合資料落地的地區」

  場景: 偶爾的微調租用臺灣的雲端
    那麼 「tuning」的「部署方式」應為「雲端」
    而且 規則「bursts-within-the-region」對「tuning」成立
    而且 規則「residency-and-bursts-both」應告訴「tuning」「AWS Asia Pacific (Taipei)」

  場景: 引用內部文件要有向量資料庫與企業級軟體
    那麼 「advisor」的「軟體堆疊」應包含「向量資料庫」
    而且 「advisor」的「軟體堆疊」應包含「NVIDIA AI Enterprise」
    而且 計畫的「警示」應包含「缺乏維運人力」
