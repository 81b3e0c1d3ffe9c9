# language: zh-TW
功能: 導入 AI 的下一步
  先證明價值，再小規模部署，再正式上線，最後持續優化；每一步都有時間與花費的範圍。

  背景:
    假設 工作負載「chat」的說明：
      | 階段 | 推論         |
      | 模型 | Llama-3.1-8B |

  場景大綱: 下一步依目前的階段而定
    假設 計畫的「導入階段」是「<階段>」
    當 取得建議
    那麼 計畫的「下一步」應為「<下一步>」
    而且 規則「<規則>」對計畫成立

    例子:
      | 階段       | 下一步     | 規則                        |
      | 探索       | 概念驗證   | explorers-prove-first       |
      | 概念驗證   | 概念驗證   | explorers-prove-first       |
      | 小規模部署 | 小規模部署 | small-deployments-come-next |
      | 正式上線   | 正式上線   | production-comes-after      |
      | 持續優化   | 持續優化   | optimisation-goes-on        |

  場景大綱: 每一步的時間與花費
    假設 計畫的「導入階段」是「<階段>」
    當 取得建議
    那麼 規則「<規則>」應告訴計畫「<範圍>」

    例子:
      | 階段       | 規則                        | 範圍                       |
      | 概念驗證   | explorers-prove-first       | 1 個月至 3 個月            |
      | 概念驗證   | explorers-prove-first       | NT$50,000 至 NT$200,000    |
      | 小規模部署 | small-deployments-come-next | 3 個月至 6 個月            |
      | 正式上線   | production-comes-after      | 6 個月至 12 個月           |
      | 持續優化   | optimisation-goes-on        | 滿 12 個月之後             |

  場景: 用途不明確，不論走到哪一步都先回到概念驗證
    假設 計畫的說明：
      | 導入階段 | 正式上線 |
      | 用途明確 | 否       |
    當 取得建議
    那麼 計畫的「下一步」應為「概念驗證」
    而且 規則「unclear-use-starts-with-a-proof」對計畫成立
    而且 規則「production-comes-after」對計畫由前面的規則取代

  場景大綱: 沒有說明階段時，中小型企業從雲端的概念驗證開始
    假設 計畫的「組織規模」是「<規模>」
    當 取得建議
    那麼 計畫的「下一步」應為「概念驗證」
    而且 規則「<規則>」對計畫成立

    例子:
      | 規模 | 規則                                  |
      | 小型 | mid-sized-companies-start-in-the-cloud |
      | 中型 | mid-sized-companies-start-in-the-cloud |
      | 大型 | stage-of-adoption-is-not-stated       |

  場景大綱: 概念驗證的花費有上下限
    假設 工作負載「chat」的報價：
      | 報價   | 付費方式 | 月數 | 運算   | 電力 | 網路與儲存 | 人力 | 授權 |
      | Rental | 雲端     | 1    | <月費> | 已含 | 0          | 0    | 已含 |
    而且 計畫的「導入階段」是「概念驗證」
    當 取得建議
    那麼 計畫的「概念驗證的花費」應為「<結論>」
    而且 規則「<規則>」對計畫成立

    例子: 政策的範圍是每月五萬到二十萬
      | 月費    | 結論         | 規則                              |
      | 49,999  | 低於一般     | proof-costs-less-than-usual       |
      | 50,000  | 在建議範圍內 | proof-costs-what-it-may           |
      | 200,000 | 在建議範圍內 | proof-costs-what-it-may           |
      | 200,001 | 高於建議範圍 | proof-costs-more-than-it-should   |

  場景: 已經上線就不談概念驗證的花費
    假設 計畫的「導入階段」是「正式上線」
    當 取得建議
    那麼 計畫的「概念驗證的花費」應為「未知」
