import { BASE, type Files } from '../files.ts'

const ENDPOINTS = `families:
  carrier:
    members:
      shop: {label: 网店}
      site: {label: 网站, entity: website}
    calls:
      save: {label: "保存{label}", method: POST, path: "/api/{name}/save", in: body, entity: "{entity}", changes: ["{entity}", carrier]}
      drop: {label: "删除{label}", method: GET, path: "/api/{name}/{id}", in: path}
endpoints:
  site.save: {path: /api/other/save}
  org.list: {label: 单位列表, method: GET, path: /api/org, in: query}
`

export const AREA = 'customers/areas/35/endpoints.yaml'
export const files: Files = {
  ...BASE,
  'schemas/endpoints.yaml': ENDPOINTS,
  [AREA]: 'endpoints:\n  shop.drop: false\n  site.save: {access: staff}\n',
}
