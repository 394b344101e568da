/** What a made-up page tells of its carrier. */
export interface ShopFacts {
  name: string
  host: string
  /** subject, code, address, telephone, each '' where it does not say so */
  subject: { name: string; code: string; address: string; phone: string; registrar: string }
  showsLicence: boolean
  permits: string
  icp: string
  goods: Goods[]
  /** words of the clues that stand on it: what it should not say */
  claims: string[]
  /** HTML of the mark that was issued to it, '' without one */
  mark: string
}
export interface Goods {
  name: string
  price: number
  sales: number
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, sign => SIGNS[sign] ?? '')

const STYLE = [
  '*{box-sizing:border-box}',
  'body{margin:0;font:14px/1.7 "Noto Sans CJK SC","Microsoft YaHei",sans-serif;color:#222;background:#f4f4f4}',
  'header{background:#b8322a;color:#fff}',
  'header div,main,footer{width:1040px;max-width:94%;margin:0 auto}',
  'header div{display:flex;align-items:center;gap:24px;padding:14px 0}',
  'header b{font-size:22px}',
  'main{background:#fff;margin-top:16px;padding:20px 28px 28px}',
  'h2{font-size:17px;margin:20px 0 10px;padding-left:8px;border-left:4px solid #b8322a}',
  '.goods{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}',
  'figure{margin:0;border:1px solid #eee}',
  '.picture{height:150px;display:grid;place-items:center;font-size:44px;color:#fff}',
  'figcaption{padding:8px 10px}',
  '.price{color:#b8322a;font-size:18px}',
  '.sold{color:#888;font-size:12px}',
  '.claims{background:#fff6e5;border:1px solid #f0d9a8;padding:12px 20px;font-size:18px}',
  'dl{display:grid;grid-template-columns:140px 1fr;margin:0}',
  'dt{color:#777}',
  'dd{margin:0}',
  '.none{color:#999}',
  '.licence{width:420px;border:3px double #b8322a;padding:14px 20px;margin-top:8px;background:#fffdf8}',
  '.licence h3{margin:0 0 6px;text-align:center;letter-spacing:8px;color:#b8322a}',
  'footer{padding:20px 0 40px;color:#888;text-align:center}',
].join('')

const COLOURS = ['#7a9e7e', '#8f7a9e', '#9e8a7a', '#7a8f9e', '#9e7a86', '#84897a']

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${safe(title)}</title>`
  + `<style>${STYLE}</style></head><body>${body}</body></html>`

const END = '<footer>本页为系统演示而制作，没有这样的店铺和商品</footer>'

function goodsFigure({ name, price, sales }: Goods, at: number): string {
  const colour = COLOURS[at % COLOURS.length] ?? ''
  const picture = `<div class="picture" style="background:${colour}">${safe([...name][0] ?? '')}</div>`
  const sold = `<span class="price">￥${price}</span> <span class="sold">已售 ${sales}</span>`
  return `<figure>${picture}<figcaption>${safe(name)}<br>${sold}</figcaption></figure>`
}

const NONE = '<span class="none">未公示</span>'
const pair = ([name, value]: readonly [name: string, value: string]): string =>
  `<dt>${name}</dt><dd>${value === '' ? NONE : safe(value)}</dd>`
const pairs = (entries: readonly (readonly [name: string, value: string])[]): string =>
  `<dl>${entries.map(pair).join('')}</dl>`

/** The licence as text in a frame; who shows none says so. */
function licence({ subject, showsLicence }: ShopFacts): string {
  if (!showsLicence) return '<p class="none">商家暂未上传营业执照</p>'
  const facts = pairs([
    ['统一社会信用代码', subject.code],
    ['名称', subject.name],
    ['住所', subject.address],
    ['登记机关', subject.registrar],
  ])
  return `<div class="licence"><h3>营业执照（样例）</h3>${facts}</div>`
}

/** The page of a shop, a site or an app: goods, who runs it, and its licence. */
export function shopPage(facts: ShopFacts): string {
  const { name, host, subject, permits, icp, goods, claims } = facts
  const said =
    claims.length > 0 ? `<div class="claims">${claims.map(claim => `<p>${safe(claim)}</p>`).join('')}</div>` : ''
  const told = pairs([
    ['经营者', subject.name],
    ['联系电话', subject.phone],
    ['经营地址', subject.address],
    ['许可与备案', permits],
    ['ICP备案号', icp],
  ])
  return html(
    name,
    `<header><div><b>${safe(name)}</b><span>${safe(host)}</span><span>首页　全部商品　店铺资质</span></div></header>`
      + `<main>${said}<h2>全部商品</h2><div class="goods">${goods.map(goodsFigure).join('')}</div>`
      + `<h2>店铺资质</h2>${told}${licence(facts)}${facts.mark}</main>${END}`,
  )
}

/** What a dead link answers. */
export const closedPage = (host: string): string =>
  html(
    '页面不存在',
    `<main><h2>404 页面不存在</h2><p>${safe(host)} 上没有您要找的店铺，可能已经关闭。</p></main>${END}`,
  )

/** A trade and what it sells, with the prices between which it does. */
export interface SoldGoods {
  trade: string
  goods: readonly (readonly [name: string, from: number, to: number])[]
}

/** Goods of the trade that a subject's name tells of, for carriers that list none themselves. */
export function goodsOfTrade(trades: readonly SoldGoods[], subjectName: string, seed: number): Goods[] {
  const trade = trades.find(one => subjectName.includes(one.trade)) ?? trades[seed % trades.length]
  return (trade?.goods ?? []).map(([name, from, to], at) => ({
    name,
    price: from + ((seed + at * 37) % (to - from + 1)),
    sales: (seed * (at + 3)) % 900,
  }))
}
