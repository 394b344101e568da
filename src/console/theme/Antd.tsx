import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { chosenLanguage } from '../i18n/t.ts'
import { antdTheme } from './antd.ts'

const NO_WAVE = { disabled: true }
/** no space between the two characters of 取消 */
const BUTTON = { autoInsertSpace: false }
const isChinese = chosenLanguage() === 'zh'
const theme = antdTheme('light')

dayjs.locale(isChinese ? 'zh-cn' : 'en')

/** Theme and language for everything of antd; stands around each part that is loaded on its own. */
export function Antd({ children }: { children: ReactNode }) {
  return <ConfigProvider theme={theme} wave={NO_WAVE} button={BUTTON} {...(isChinese ? { locale: zhCN } : {})}>{children}</ConfigProvider>
}
