/** What a day of staff asks of a browser, station by station. */
import { stat } from 'node:fs/promises'
import type { Hands } from './hands.ts'

export interface Station {
  name: string
  go: (hands: Hands, url: string) => Promise<void>
}

const ROWS = "document.querySelectorAll('[data-row-key]').length > 0"
const SITE_NAME = "document.querySelector('input[id$=siteName]')"

/** What stands in the window has its figures, and no widget says that it could not. */
const drawn = async (hands: Hands): Promise<void> => {
  await hands.find('.board-widget .board-body > :not(.board-wait)')
  await hands.until(
    "[...document.querySelectorAll('.board-wait')].every(one => one.getBoundingClientRect().top > innerHeight)",
  )
  await hands.until("!document.querySelector('.board-state.failed')")
}
const pictures = (hands: Hands): Promise<unknown> =>
  drawn(hands).then(() => hands.find('.board-picture svg path, .board-picture svg rect'))

const open =
  (route: string, then: (hands: Hands) => Promise<unknown>): Station['go'] =>
  async (hands, url) => {
    await hands.page.goto(`${url}/${route}`)
    await then(hands)
  }

export const signIn = async (hands: Hands, url: string, username: string, password: string): Promise<void> => {
  await hands.page.goto(`${url}/login`)
  await hands.write('#username', username)
  await hands.write('#password', password)
  await hands.page.keyboard.press('Enter')
  await hands.until("!location.pathname.startsWith('/login')")
}

export const STATIONS: readonly Station[] = [
  { name: 'list', go: open('dataCenter/onlineShop', hands => hands.until(ROWS)) },
  {
    name: 'filter',
    go: async hands => {
      await hands.write('[id$=".shopName"]', '店')
      await hands.page.keyboard.press('Enter')
      await hands.until(`location.search.includes('shopName=') && ${ROWS}`)
    },
  },
  {
    name: 'local',
    go: async hands => {
      await hands.press('[role=tab], [role=radio], .tabs button, .ant-segmented-item', '本地')
      await hands.until(ROWS)
    },
  },
  {
    name: 'export',
    go: async hands => {
      const coming = hands.page.waitForEvent('download', { timeout: 60_000 })
      // where the button is not even there, that is told alone
      coming.catch(() => undefined)
      await hands.press('button', '导出')
      const { size } = await stat(await (await coming).path())
      if (size < 1000) throw new Error(`The file exported has ${size} bytes`)
    },
  },
  {
    name: 'columns',
    go: async hands => {
      await hands.press('button', '列设置')
      await hands.find('dialog.sheet[open] input[type=checkbox]')
      await hands.page.keyboard.press('Escape')
      await hands.until("!document.querySelector('dialog[open]')")
    },
  },
  {
    name: 'preview',
    go: async hands => {
      await hands.press('[data-preview]')
      await hands.find('[role=dialog][aria-label=预览] .pairs')
      await hands.page.keyboard.press('Escape')
      await hands.until("!document.querySelector('[role=dialog][aria-label=预览]')")
    },
  },
  {
    name: 'detail',
    go: open('dataCenter/onlineShop', async hands => {
      await hands.until(ROWS)
      await hands.press('[data-row-key] a')
      await hands.until("location.pathname.includes('etail')")
      await hands.find('.panel, .pairs')
    }),
  },
  {
    name: 'print',
    go: async hands => void (await hands.find('button', '打印').then(() => hands.press('button', '打印'))),
  },
  { name: 'form', go: open('dataCenter/websiteForm', hands => hands.find('.control input')) },
  {
    name: 'refused',
    go: async hands => {
      await hands.press('button', '保存')
      await hands.find('.problem, .error, [aria-invalid=true]')
    },
  },
  {
    name: 'save',
    go: open('dataCenter/website', async hands => {
      await hands.until(ROWS)
      const key = await hands.page.evaluate<string>("document.querySelector('[data-row-key]').dataset.rowKey")
      const { origin } = new URL(hands.page.url())
      // without the word of the button: the tab of the record is a button, too, and has its name
      const name = `旧浏览器里改过的网站 ${Date.now()}`
      await hands.page.goto(`${origin}/dataCenter/websiteForm?uniqueId=${encodeURIComponent(key)}`)
      await hands.until(`${SITE_NAME}?.value`)
      await hands.write('input[id$=siteName]', name)
      await hands.press('button', '保存')
      await hands.until("!location.pathname.endsWith('websiteForm')")
      await hands.page.goto(`${origin}/dataCenter/websiteForm?uniqueId=${encodeURIComponent(key)}`)
      await hands.until(`${SITE_NAME}?.value === ${JSON.stringify(name)}`)
    }),
  },
  { name: 'home', go: open('index/home', pictures) },
  { name: 'boards', go: open('special/statisticalTable', drawn) },
  { name: 'screen', go: open('navscreen', pictures) },
]
