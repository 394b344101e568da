import { CONSOLE_ENTITIES } from './console-entities.ts'
import { entityOf, withIndexes, type Bare, type Entity, type EntityModel, type FieldModel } from './models.ts'

/**
 * Fields of users, roles and organisations that the server itself reads. The configuration may change and add fields;
 * those it leaves out are added again, because without them nobody could sign in.
 */
const text = (name: string, label: string, more: Partial<FieldModel> = {}): FieldModel => ({
  name,
  label,
  kind: 'text',
  ...more,
})

const BASE: FieldModel[] = [
  text('customerId', '客户'),
  text('areaCode', '所属地区', { kind: 'area' }),
  text('createBy', '创建人'),
  text('createTime', '创建时间', { kind: 'datetime' }),
  text('updateTime', '更新时间', { kind: 'datetime' }),
  text('delFlag', '删除标志', { kind: 'flag' }),
]

const NEEDED: EntityModel[] = (
  [
    {
      name: 'user',
      label: '用户',
      key: 'id',
      title: 'nickName',
      softDelete: true,
      scope: { area: 'areaCode', org: 'orgId', owner: 'id', shared: false },
      fields: [
        text('id', '主键'),
        text('username', '登录名', { required: true, unique: true }),
        text('nickName', '姓名', { required: true }),
        text('orgId', '所属机构', { kind: 'ref', ref: 'org' }),
        text('roleIds', '角色', { kind: 'ref', ref: 'role', multiple: true }),
        text('userLevel', '用户级别'),
        text('enabled', '启用', { kind: 'flag' }),
        text('lastLogin', '最近登录', { kind: 'datetime' }),
        text('pwdTime', '密码时间', { kind: 'datetime' }),
        text('del_content', '删除原因'),
        ...BASE,
      ],
    },
    {
      name: 'role',
      label: '角色',
      key: 'id',
      title: 'name',
      scope: { customer: 'customerId', owner: false },
      softDelete: false,
      fields: [
        text('id', '主键'),
        text('code', '编码', { required: true }),
        text('name', '名称', { required: true }),
        text('level', '级别'),
        text('dataScope', '数据范围'),
        text('menuIds', '菜单', { kind: 'json' }),
        text('buttons', '按钮', { kind: 'json' }),
        text('secondFactor', '须用动态验证', { kind: 'flag' }),
        ...BASE,
      ],
    },
    {
      name: 'org',
      label: '机构',
      key: 'orgId',
      title: 'orgName',
      softDelete: false,
      scope: { area: 'areaCode', org: 'orgId', owner: false },
      fields: [
        text('orgId', '主键'),
        text('orgName', '机构名称', { required: true }),
        text('parentId', '上级机构', { kind: 'ref', ref: 'org' }),
        text('orgType', '机构类型'),
        text('sort', '排序', { kind: 'int' }),
        ...BASE,
      ],
    },
  ] satisfies Bare[]
).map(withIndexes)

function completed(model: EntityModel, needed: EntityModel): EntityModel {
  const known = new Set(model.fields.map(field => field.name))
  const missing = needed.fields.filter(field => !known.has(field.name))
  return { ...model, key: needed.key, fields: [...model.fields, ...missing] }
}

/** The configuration's entities, with the server's own fields and entities added. */
export function allEntities(configured: EntityModel[]): Map<string, Entity> {
  const models = new Map(configured.map(model => [model.name, model]))
  for (const needed of [...NEEDED, ...CONSOLE_ENTITIES]) {
    const model = models.get(needed.name)
    models.set(needed.name, model ? completed(model, needed) : needed)
  }
  return new Map([...models].map(([name, model]) => [name, entityOf(model)]))
}
