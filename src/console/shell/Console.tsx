import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useMemo } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { chosenLanguage } from '../i18n/t.ts'
import { antdTheme } from '../theme/antd.ts'
import { Overlays } from './overlays.tsx'
import { Shell } from './Shell.tsx'
import './console.css'

const NO_WAVE = { disabled: true }
/** no space between the two characters of 取消 */
const BUTTON = { autoInsertSpace: false }

export function Console() {
  const chinese = chosenLanguage() === 'zh'
  const theme = useMemo(() => antdTheme('light'), [])
  dayjs.locale(chinese ? 'zh-cn' : 'en')
  return (
    <ConfigProvider theme={theme} wave={NO_WAVE} button={BUTTON} {...(chinese ? { locale: zhCN } : {})}>
      <BrowserRouter>
        <Shell />
        <Overlays />
      </BrowserRouter>
    </ConfigProvider>
  )
}
