/** Invented people: Chinese and English names mixed, as at a centre with guests from abroad. */
import type { UserStatus } from '#src/contract/session/status.ts'
import type { Chance } from './random.ts'
import type { RoleKey } from './roles.ts'

const families = [
  ['王', 'wang'],
  ['李', 'li'],
  ['张', 'zhang'],
  ['刘', 'liu'],
  ['陈', 'chen'],
  ['杨', 'yang'],
  ['赵', 'zhao'],
  ['黄', 'huang'],
  ['周', 'zhou'],
  ['吴', 'wu'],
  ['徐', 'xu'],
  ['孙', 'sun'],
  ['胡', 'hu'],
  ['朱', 'zhu'],
  ['高', 'gao'],
  ['林', 'lin'],
  ['何', 'he'],
  ['郭', 'guo'],
  ['罗', 'luo'],
  ['梁', 'liang'],
  ['宋', 'song'],
  ['郑', 'zheng'],
  ['谢', 'xie'],
  ['韩', 'han'],
] as const
const givens = [
  ['子涵', 'zihan'],
  ['宇轩', 'yuxuan'],
  ['欣怡', 'xinyi'],
  ['浩然', 'haoran'],
  ['梓萱', 'zixuan'],
  ['思远', 'siyuan'],
  ['雨桐', 'yutong'],
  ['俊杰', 'junjie'],
  ['若曦', 'ruoxi'],
  ['明轩', 'mingxuan'],
  ['佳怡', 'jiayi'],
  ['天宇', 'tianyu'],
  ['晓彤', 'xiaotong'],
  ['文博', 'wenbo'],
  ['诗琪', 'shiqi'],
  ['嘉豪', 'jiahao'],
  ['伟', 'wei'],
  ['静', 'jing'],
  ['磊', 'lei'],
  ['娜', 'na'],
  ['志强', 'zhiqiang'],
  ['慧敏', 'huimin'],
  ['一鸣', 'yiming'],
  ['清扬', 'qingyang'],
  ['书瑶', 'shuyao'],
  ['承泽', 'chengze'],
] as const
const firsts = [
  'Emma',
  'Noah',
  'Clara',
  'Hugo',
  'Maya',
  'Elias',
  'Ingrid',
  'Tomas',
  'Amara',
  'Felix',
  'Leila',
  'Oscar',
  'Priya',
  'Jonas',
  'Sofia',
  'Daniel',
] as const
const lasts = [
  'Lindqvist',
  'Okafor',
  'Moreau',
  'Haas',
  'Bennett',
  'Kowalski',
  'Ferraro',
  'Nakamura',
  'Doyle',
  'Castillo',
  'Weber',
  'Sato',
  'Novak',
  'Adeyemi',
] as const

export interface InventedPerson {
  username: string
  name: string
  role: RoleKey
  org: string
  status: UserStatus
  /** Days from today to the last day of the account; undefined for good. */
  expires_in: number | undefined
  /** Days since the account was made. */
  age: number
}

const places: Record<'teacher' | 'student' | 'referee' | 'normal' | 'admin', readonly string[]> = {
  admin: ['centre'],
  teacher: ['yunling-cs', 'yunling-law', 'nanyu-ics', 'nanyu-net', 'northfield-lab'],
  student: [
    'yunling-class',
    'yunling-class',
    'yunling-cs',
    'nanyu-ics',
    'nanyu-net',
    'northfield-evening',
    'northfield-lab',
  ],
  referee: ['centre', 'northfield-lab'],
  normal: ['langang-ops', 'langang-grid', 'langang', 'centre'],
}

/** Statuses that most people do not have: how many have them. */
const rare: readonly (readonly [UserStatus, number])[] = [
  ['to-audit', 8],
  ['disabled', 7],
  ['expired', 6],
  ['rejected', 4],
]

function nameOf(c: Chance): { name: string; username: string } {
  if (c.hit(0.72)) {
    const [family, latin] = c.one(families)
    const [given, given_latin] = c.one(givens)
    return { name: family + given, username: `${latin}_${given_latin}` }
  }
  const [first, last] = [c.one(firsts), c.one(lasts)]
  return { name: `${first} ${last}`, username: `${first}_${last}`.toLowerCase() }
}

/** As many people as asked for, no two with one user name. */
export function inventedPeople(c: Chance, count: number): InventedPerson[] {
  const taken = new Set<string>()
  const statuses = rare.flatMap(([status, n]) => Array.from({ length: n }, () => status))
  return Array.from({ length: count }, (_, n) => {
    const { name, username } = nameOf(c)
    const role = n < 2 ? 'admin' : n < 14 ? 'teacher' : n < 17 ? 'referee' : c.hit(0.75) ? 'student' : 'normal'
    let free = username
    for (let i = 2; taken.has(free); i++) free = `${username}${i}`
    taken.add(free)
    const wanted = n >= 20 ? statuses[n - 20] : undefined
    const status = wanted === 'expired' ? 'normal' : (wanted ?? 'normal')
    const expires_in = wanted === 'expired' ? -c.between(1, 60) : c.hit(0.3) ? c.between(30, 400) : undefined
    const age = status === 'to-audit' ? c.between(0, 5) : wanted === 'expired' ? c.between(90, 500) : c.between(3, 420)
    return { username: free, name, role, org: c.one(places[role]), status, expires_in, age }
  })
}
