import { StyleProvider } from '@ant-design/cssinjs'
import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useApp } from '../app/useApp.ts'
import { chosenLanguage } from '../i18n/t.ts'
import { antdTheme } from './antd.ts'
import { brand } from './brand.ts'
import { look } from './look.ts'
import { SPACE } from './scale.ts'
import { plainSelectors } from './selectors.ts'

const NO_WAVE = { disabled: true }
/** antd would put a space between the two characters of 取消 */
const BUTTON = { autoInsertSpace: false }
/** A title in two lines leaves room for the button that closes */
const MODAL = { styles: { header: { paddingRight: SPACE['sp-6'] } } }
const TRANSFORMERS = [plainSelectors]
const isChinese = chosenLanguage() === 'zh'

dayjs.locale(isChinese ? 'zh-cn' : 'en')

const Within = createContext(false)

/** antd's theme and language. Each part loaded on demand has this around it; nested ones reuse the outer one. */
export function Antd({ children }: { children: ReactNode }) {
  return useContext(Within) ? (
    children
  ) : (
    <Within value>
      <Themed>{children}</Themed>
    </Within>
  )
}

function Themed({ children }: { children: ReactNode }) {
  const app = useApp()
  const store = look(app)
  const current = useSyncExternalStore(store.subscribe, store.get)
  const own = useSyncExternalStore(brand(app).subscribe, brand(app).get)
  const theme = useMemo(() => antdTheme(current, own), [current, own])
  return (
    <StyleProvider transformers={TRANSFORMERS}>
      <ConfigProvider
        theme={theme}
        wave={NO_WAVE}
        button={BUTTON}
        modal={MODAL}
        {...(isChinese ? { locale: zhCN } : {})}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
