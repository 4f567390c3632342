/**
 * Columns of a list of people, in either language: the template is written with them and a file is read by them. There is none for a
 * password: one that has been in a spreadsheet is no secret, and hashing ten thousand would take minutes; everybody gets a one-time code.
 */
import { user } from './user.ts'
import type { UserBody } from './user.schema.ts'

type ImportField = Exclude<keyof UserBody, 'role_id' | 'org_id' | 'avatar' | 'password'> | 'role' | 'organisation'

export interface ImportColumn {
  field: ImportField
  en: string
  zh: string
  /** Of the template. */
  example: string
}
export const userColumns: readonly ImportColumn[] = [
  { field: 'username', en: 'User name', zh: '用户名', example: 'li_ming' },
  { field: 'name', en: 'Name', zh: '姓名', example: '李明示例' },
  { field: 'organisation', en: 'Organisation', zh: '组织', example: '' },
  { field: 'role', en: 'Role', zh: '角色', example: '' },
  { field: 'phone', en: 'Phone', zh: '电话', example: '13800001234' },
  { field: 'work_id', en: 'Work or student ID', zh: '工号/学号', example: '2024010203' },
  { field: 'id_number', en: 'ID number', zh: '身份证号', example: '' },
  { field: 'address', en: 'Address', zh: '地址', example: '' },
  { field: 'signature', en: 'Signature', zh: '个性签名', example: '' },
  { field: 'introduction', en: 'Introduction', zh: '简介', example: '' },
  { field: 'expires_on', en: 'Last day', zh: '有效期至', example: '2027-07-31' },
]

type Language = 'en-US' | 'zh-CN'
/** What the template has in a column. */
export const exampleOf = ({ field, example }: ImportColumn, language: Language): string =>
  field === 'name' && language === 'en-US' ? 'Li Ming' : example
/** Whether a row is the template's own, as it is handed out in either language. */
export const isExample = (said: Readonly<Record<string, unknown>>): boolean =>
  (['en-US', 'zh-CN'] as const).some((language) =>
    userColumns.every((column) => (said[column.field] ?? '') === exampleOf(column, language)),
  )

/** Headings that other systems' lists have for the same, by field. */
export const otherHeadings: Partial<Record<ImportField, string>> = {
  username: 'account, login, login name, 账号, 账户, 登录名',
  name: 'full name, real name, 真实姓名, 名字',
  organisation: 'org name, organization, department, class, 部门, 班级, 单位, 院系',
  role: '身份, role name',
  phone: 'mobile, mobile number, telephone, phone number, tel, 手机, 手机号, 手机号码, 电话号码, 联系电话, 联系方式',
  work_id: 'work id, student id, student number, staff number, staff id, employee id, 学号, 工号, 学工号, 职工号',
  id_number: 'id card, id card number, 身份证, 身份证号码',
  address: '住址, 联系地址',
  expires_on: 'expires, expires on, valid until, 有效期, 到期日, 到期日期',
}
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_*:]+/g, '')
/** Every word that heads a column, with its field. */
export const headingWords = userColumns.flatMap((c) =>
  [c.field, c.en, c.zh, ...(otherHeadings[c.field]?.split(', ') ?? [])].map((w) => [w, c.field] as const),
)
const byWord = new Map(headingWords.map(([word, field]) => [plain(word), field]))
/** Field of a column by its heading in either language, or by the field's own name; undefined for none of ours. */
export const columnField = (heading: string): ImportField | undefined => byWord.get(plain(heading))

/** What our own exported list has beyond these: it is passed over, so that a list that was exported can be changed and imported. */
const passedOver = new Set(
  [
    ...Object.keys(user.fields).filter((name) => name !== 'password'),
    'role_key',
    'reviewed_by',
    'reviewed_by_name',
  ].map(plain),
)
export const isPassedOver = (heading: string): boolean =>
  columnField(heading) === undefined && passedOver.has(plain(heading))

/** What our exported list says beside the columns that are read: whoever changes a cell of these is told that it is not read. */
export const unreadColumns = ['role_id', 'role_key', 'org_id', 'status'] as const
export type UnreadColumn = (typeof unreadColumns)[number]
export const unreadColumn = (heading: string): UnreadColumn | undefined =>
  isPassedOver(heading) ? unreadColumns.find((name) => plain(name) === plain(heading)) : undefined

/** Columns that every list of people has; by them a table is told. */
export const neededOfUsers = ['username', 'name'] as const satisfies readonly ImportField[]

/** A name in two columns, as other systems write lists. */
const nameParts = {
  given: new Set(['First name', 'Given name', 'Forename', '名'].map(plain)),
  family: new Set(['Last name', 'Surname', 'Family name', '姓', '姓氏'].map(plain)),
} as const
export type NamePart = keyof typeof nameParts
const partOf = (heading: string): NamePart | undefined =>
  nameParts.given.has(plain(heading)) ? 'given' : nameParts.family.has(plain(heading)) ? 'family' : undefined
/**
 * Which columns of a list are the parts of a name: both of them, or “Name” beside “Surname”. Where a list has the whole name as well, or one
 * part alone, there are none.
 */
export function namePartsIn(headings: readonly string[]): (NamePart | undefined)[] {
  const parts = headings.map(partOf)
  const once = (is: (n: number) => boolean): boolean => headings.filter((_, n) => is(n)).length === 1
  const whole = (n: number): boolean => columnField(headings[n] ?? '') === 'name'
  if (!once((n) => parts[n] === 'family')) return headings.map(() => undefined)
  if (once((n) => parts[n] === 'given') && !headings.some((_, n) => whole(n))) return parts
  if (parts.includes('given') || !once((n) => whole(n) && plain(headings[n] ?? '') === 'name'))
    return headings.map(() => undefined)
  return headings.map((_, n) => (whole(n) ? 'given' : parts[n]))
}
/** A heading that means no other column, however alike they are spelt. */
export const isNamePart = (heading: string): boolean => partOf(heading) !== undefined
/** In the order of the language they are written in. */
export const joinedName = (given: string, family: string): string =>
  /\p{Script=Han}/u.test(given + family) ? family + given : `${given} ${family}`.trim()

export function listsPeople(headings: readonly string[]): boolean {
  const fields = headings.map(columnField)
  return neededOfUsers.every(
    (needed) => fields.includes(needed) || (needed === 'name' && namePartsIn(headings).includes('family')),
  )
}
