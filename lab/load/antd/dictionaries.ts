/** key → label and colour */
export type Dictionary = Record<string, [label: string, color?: string]>
const status: Dictionary = {
  unpaid: ['Unpaid', 'gold'],
  paid: ['Paid', 'blue'],
  shipped: ['Shipped', 'cyan'],
  done: ['Done', 'green'],
  closed: ['Closed', 'default'],
}
const payType: Dictionary = {
  card: ['Card', 'blue'],
  wallet: ['Wallet', 'purple'],
  bank: ['Bank', 'geekblue'],
  cod: ['On delivery', 'orange'],
}
const channel: Dictionary = {
  web: ['Web shop', 'blue'],
  app: ['Mobile app', 'cyan'],
  store: ['Store', 'magenta'],
  market: ['Marketplace', 'lime'],
}
const category: Dictionary = {
  food: ['Food', 'green'],
  home: ['Home', 'blue'],
  toys: ['Toys', 'orange'],
  wear: ['Clothing', 'purple'],
  tech: ['Electronics', 'geekblue'],
}
const sale: Dictionary = { on: ['On sale', 'green'], off: ['Off', 'default'], draft: ['Draft', 'gold'] }
const sellerType: Dictionary = { self: ['Self'], company: ['Company'], partner: ['Partner'] }
const deliver: Dictionary = { ship: ['Shipping'], pickup: ['Pick up'] }
const province: Dictionary = { North: ['North'], South: ['South'], East: ['East'], West: ['West'], Centre: ['Centre'] }
export const DICTIONARIES = { status, payType, channel, category, sale, sellerType, deliver, province }
export type DictionaryName = keyof typeof DICTIONARIES

export const optionsOf = (name: DictionaryName) =>
  Object.entries(DICTIONARIES[name]).map(([value, [label]]) => ({ value, label }))
export const citiesOf = (of: string) => [1, 2, 3, 4].map(n => ({ value: `${of}-${n}`, label: `${of} city ${n}` }))
export const AREAS = Object.keys(province).map(value => ({
  value,
  label: value,
  children: citiesOf(value).map(city => ({
    ...city,
    children: [1, 2, 3, 4].map(n => ({ value: `${city.value}-${n}`, label: `District ${n}` })),
  })),
}))
