import ConfigProvider from 'antd/es/config-provider'
import Layout from 'antd/es/layout'
import Menu from 'antd/es/menu'
import { lazy, Suspense, useSyncExternalStore } from 'react'

/**
 * The reference of the benchmark: what a good engineer writes by hand with antd 5 and SWR, without a
 * configuration language. Pages are chunks of their own, asked for as soon as the address is known.
 */
const load = {
  orders: () => import('./orders.tsx'),
  products: () => import('./products.tsx'),
  form: () => import('./form.tsx'),
}
type PageName = keyof typeof load
const PAGES = { orders: lazy(load.orders), products: lazy(load.products), form: lazy(load.form) }
const TITLES: [PageName, string][] = [
  ['orders', 'Orders'],
  ['products', 'Products'],
  ['form', 'New product'],
]
const items = TITLES.map(([key, label]) => ({ key, label: <a href={`#/${key}`}>{label}</a> }))
const theme = { cssVar: true, hashed: false }

const pageName = (): PageName => {
  const name = location.hash.slice(2)
  return name in load ? (name as PageName) : 'orders'
}
function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
void load[pageName()]()

export function App() {
  const name = useSyncExternalStore(subscribe, pageName)
  const Page = PAGES[name]
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      <Layout style={{ minHeight: '100vh' }}>
        <Layout.Sider width={180} theme="light">
          <Menu selectedKeys={[name]} items={items} />
        </Layout.Sider>
        <Layout.Content style={{ padding: 16, minWidth: 0 }}>
          <Suspense fallback={null}>
            <Page key={name} />
          </Suspense>
        </Layout.Content>
      </Layout>
    </ConfigProvider>
  )
}
