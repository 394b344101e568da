import { withIndexes, type Bare, type EntityModel, type FieldModel } from './models.ts'

/** Fields of the sign-in log, which the server writes even if the configuration has no page for it. */
const field = (name: string, label: string, kind: FieldModel['kind'] = 'text'): FieldModel => ({ name, label, kind })

const LOGS: Bare[] = [
  {
    name: 'loginLog',
    label: '登录日志',
    key: 'id',
    title: 'username',
    softDelete: false,
    scope: { area: 'areaCode', owner: 'userId', shared: false },
    fields: [
      field('id', '日志编号'),
      field('userId', '用户编号'),
      field('username', '登录名'),
      field('nickName', '姓名'),
      field('orgName', '所属单位'),
      field('areaCode', '所属地区', 'area'),
      field('customerId', '客户'),
      field('ip', '登录地址'),
      field('device', '设备'),
      field('loginTime', '登录时间', 'datetime'),
      field('logoutTime', '退出时间', 'datetime'),
      field('result', '登录结果'),
      field('failReason', '失败原因'),
    ],
  },
]
export const CONSOLE_ENTITIES: EntityModel[] = LOGS.map(withIndexes)

/** Entities that read a table of the server's own. */
const SERVER_OWN: ReadonlySet<string> = new Set(['operLog', 'session'])

/** Whether an entity needs a table: not if it reads another one, or a view. */
export const hasTable = ({ name, view }: Pick<EntityModel, 'name' | 'view'>): boolean =>
  view !== true && !SERVER_OWN.has(name)
