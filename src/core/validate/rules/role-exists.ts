import { isPlace } from '../../model/roles.ts'
import { mustExist } from './named.ts'

export const roleExists = mustExist({
  code: 'role-exists',
  about: {
    zh: '权限里写的是层级、地区编码、已定义的角色或角色组',
    en: 'Roles are levels, area codes, roles that some file defines, or groups of app.yaml',
  },
  mentions: ['role'],
  keys: ['role'],
  thing: 'roleOrGroup',
  words: ['角色', 'role'],
  // lists of roles may also contain area levels and area codes
  accepts: ({ name }) => isPlace(name),
})
