export { allows, knownAs } from '../../core/model/roles.ts'
