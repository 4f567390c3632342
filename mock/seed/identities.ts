/**
 * What people are known by, invented: numbers that obey the rules and can be nobody's. Mobile numbers lie in a block of zeros; identity
 * numbers have the sequence 000, which is never given out.
 */
import { idCheckSign } from '#src/contract/system/identity.ts'
import type { Chance } from './random.ts'
import type { RoleKey } from './roles.ts'

const towns = ['云岭市', '南屿市', '岚港市', '启明区', '北原镇'] as const
const streets = ['书院路', '滨江大道', '青松巷', '知行街', '灯塔路', '汇文里'] as const
const abroad = [
  '14 Harbour Lane, Northfield',
  '3 Mill Court, Northfield',
  '27 Orchard Row, Langang',
  '9 Quay Street, Langang',
] as const
const mottos = [
  '行远自迩，登高自卑。',
  '先读日志，再下结论。',
  'Read the packet, then the manual.',
  'Trust, but verify twice.',
  '把每一次告警当真。',
  'Segment first, patch next.',
] as const
const teaches = [
  '讲授网络攻防与应急响应，带队参加过多次竞赛。',
  '研究工业控制系统安全，负责实训靶场的场景设计。',
  'Teaches incident response and runs the evening laboratory.',
  '讲授密码学基础，编写实验指导。',
] as const
const refusals = [
  '姓名与单位名单不符，已电话告知本人用真实姓名重新注册。',
  'The name is not on the staff list; told them to register with the name on their staff card.',
  '该班级名额已满，已请任课教师转告本人。',
  '电话无法接通，无法核实身份。',
] as const
const regions = ['530102', '440106', '320114', '110108', '510107'] as const

const digits = (c: Chance, count: number) => Array.from({ length: count }, () => c.between(0, 9)).join('')
const two = (n: number) => String(n).padStart(2, '0')

function idNumber(c: Chance, from: number, to: number): string {
  const body = `${c.one(regions)}${c.between(from, to)}${two(c.between(1, 12))}${two(c.between(1, 28))}000`
  return body + idCheckSign(body)
}

/** Facts of one person; an applicant has given a telephone number only. */
export function identity(c: Chance, { role, name, status }: { role: RoleKey; name: string; status: string }) {
  const phone = c.hit(0.12)
    ? `087${c.between(1, 9)}-6${digits(c, 6)}`
    : `1${c.one(['38', '39', '58', '77', '86'])}0000${digits(c, 4)}`
  if (status === 'to-audit' || status === 'rejected')
    return { phone, ...(status === 'rejected' ? { review_reason: c.one(refusals) } : {}) }
  const local = /^\p{Script=Han}/u.test(name)
  const student = role === 'student'
  return {
    phone: c.hit(0.85) ? phone : '',
    work_id: student ? `2024${digits(c, 6)}` : `${role === 'teacher' ? 'T' : 'W'}-${digits(c, 5)}`,
    id_number: local && c.hit(0.7) ? idNumber(c, student ? 2002 : 1972, student ? 2006 : 1998) : '',
    address: local ? `${c.one(towns)}${c.one(streets)} ${c.between(1, 188)} 号` : c.one(abroad),
    signature: c.hit(0.35) ? c.one(mottos) : '',
    introduction: role === 'teacher' ? c.one(teaches) : '',
  }
}
