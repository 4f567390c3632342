export { ImportDesk as default } from '../../kit/import/ImportDesk.tsx'
