/** What a day of staff asks of a browser, station by station. */
import type { Hands } from './hands.ts'

export interface Station {
  name: string
  go: (hands: Hands, url: string) => Promise<void>
}

const ROWS = "document.querySelectorAll('[data-row-key]').length > 0"
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
      await hands.press('button', '导出')
      await coming
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
  { name: 'home', go: open('index/home', hands => hands.find('.board-picture svg path')) },
  { name: 'boards', go: open('special/statisticalTable', hands => hands.find('.board-widget')) },
  { name: 'screen', go: open('navscreen', hands => hands.find('#root *')) },
]
