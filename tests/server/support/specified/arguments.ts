import { rangeKeys } from '../../../../src/core/contract/api.ts'
import type { EndpointModel, EntityModel } from '../../../../src/core/index.ts'

/** Names that the specification itself says, by method and path: whoever sends others has not read it. */
export const SAID: Readonly<Record<string, readonly string[]>> = {
  'GET /api-auth/oauth/remove/token': ['access_token'],
  'PUT /api-user/users/password': ['id', 'newPassword', 'oldPassword'],
  'POST /api-luoyang/business/queryOne': ['uscc_dim'],
  'GET /api/assign/inspectIllegalDetail': ['assignId'],
  'GET /api/website/delete': ['uniqueId', 'del_content'],
  'POST /api/wjIllegalItem/queryOne': ['illegalId'],
  'POST /api/wjCase/queryOne': ['id'],
  'GET /api/wjCase/delete': ['id'],
  'GET /api/wjLabelManage/delete': ['id'],
  'GET /api/ivIdIllegalResult/viewsDetail': ['illegalId'],
  'GET /api/ivIdIllegalResult/fileList': ['resultId'],
  'GET /api-im/data/count/deleteNetworkQuery': ['id'],
  'POST /api-im/data/count/saveNetworkQuery': ['desc', 'url'],
}
/** Of a list, as the counts of clues show them. */
const PAGING = ['pageFlag', 'pageNo', 'pageRowNo', 'orderBy']
/** Sent with a change of many or with a step of a workflow. */
const STEP = ['ids', 'action', 'opinion']

const lineOf = ({ method, path }: EndpointModel): string => `${method} ${path}`

/** Fields of the call's entity in every form that a filter sends them in. */
const fieldsOf = (entity: EntityModel | undefined): string[] =>
  (entity?.fields ?? []).flatMap(({ name }) => [name, ...rangeKeys(name)])

/** What the call may be asked with; undefined: whatever, because the specification shows nothing of it. */
export function namesOf(endpoint: EndpointModel, entities: ReadonlyMap<string, EntityModel>): ReadonlySet<string> {
  const said = SAID[lineOf(endpoint)]
  if (said) return new Set(said)
  if (endpoint.params) return new Set(Object.keys(endpoint.params))
  const touched = [endpoint.entity ?? '', ...(endpoint.changes ?? [])].flatMap(name => fieldsOf(entities.get(name)))
  const step = endpoint.changes?.length ? STEP : PAGING
  return new Set([...(endpoint.names ?? []), ...touched, ...step])
}
