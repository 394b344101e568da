/** Captures the generated web pages of the demonstration's evidence, with the same browser as for real captures. */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { DemoPage } from '../src/supervision/server/demo/documents.ts'
import { captureBy } from '../src/supervision/server/start/browser-process.ts'
import { PAGE_ADDRESS } from '../src/supervision/server/demo/documents.ts'
import { findChromium } from './find-tools.ts'

const folder = fileURLToPath(new URL('../demo/evidence/', import.meta.url))
const { pages } = parse(await readFile(`${folder}pages.yaml`, 'utf8')) as { pages: Record<string, DemoPage> }

const STYLE = `body{margin:0;font:15px/1.7 sans-serif;color:#222;background:#f4f4f4}header{background:#c33;color:#fff;padding:10px 40px;font-size:18px}
main{width:960px;margin:20px auto;background:#fff;padding:28px;display:grid;grid-template-columns:300px 1fr;gap:28px}
.picture{height:300px;background:#eee;display:grid;place-items:center;color:#999}h1{font-size:22px;margin:0 0 12px}.price{color:#c33;font-size:28px}
section{grid-column:1/3;border-top:1px solid #ddd;padding-top:12px}li{font-size:18px}footer{text-align:center;color:#888;padding:20px}`

function html({ title, price, sold, facts, claims }: DemoPage): string {
  const rows = Object.entries(facts)
    .map(([name, value]) => `${name}：${value}`)
    .join('<br>')
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><header>样例商城（演示页面，没有这样的商品）</header>
<main><div class="picture">样例图片</div><div><h1>${title}</h1><p class="price">￥${price}</p><p>月销 ${sold}　库存充足</p><p>${rows}</p></div>
<section><h2>商品详情</h2><ul>${claims.map(claim => `<li>${claim}</li>`).join('')}</ul></section></main><footer>本页为系统演示而制作</footer></html>`
}

const server = createServer((request, response) => {
  const page = pages[(request.url ?? '').slice(1)]
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page ? html(page) : '')
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const place = server.address()
const port = typeof place === 'object' && place ? place.port : 0
const capture = captureBy({
  browser: findChromium() ?? '',
  sandbox: process.getuid?.() !== 0,
  allow: [`127.0.0.1:${port}`],
  limits: { seconds: 60, bytes: 10_000_000, height: 16_000 },
})
for (const name of Object.keys(pages)) {
  const url = `http://127.0.0.1:${port}/${name}`
  const { files } = await capture(url, [], () => {}, new AbortController().signal)
  for (const { name: file, content } of files) {
    if (file === 'headers.json') continue
    const bytes = file === 'page.mhtml' ? Buffer.from(content).toString('utf8').replaceAll(url, PAGE_ADDRESS) : content
    await writeFile(`${folder}${name}${file.slice(4)}`, bytes)
  }
}
server.close()
