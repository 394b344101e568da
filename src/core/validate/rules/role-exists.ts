import { isPlace } from '../../model/roles.ts'
import { mustExist } from './named.ts'

export const roleExists = mustExist({
  code: 'role-exists',
  about: {
    zh: '权限里写的是层级、地区编码或已定义的角色',
    en: 'Roles are levels, area codes or roles that some file defines',
  },
  mentions: ['role'],
  keys: ['role'],
  thing: 'role',
  words: ['角色', 'role'],
  // lists of roles may also contain area levels and area codes
  accepts: ({ name }) => isPlace(name),
})
