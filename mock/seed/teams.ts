/** Teams of the invented centre, with how many of which organisation are in each. */
export interface TeamSeed {
  name: string
  org: string
  description: string
  members: number
  days_ago: number
}

export const teams: readonly TeamSeed[] = [
  {
    name: '云岭蓝盾',
    org: 'yunling-class',
    description: '信安 2401 班的攻防队，主攻防守。',
    members: 6,
    days_ago: 180,
  },
  { name: '赤狐战队', org: 'yunling-cs', description: '学院校队，参加过两届省赛。', members: 5, days_ago: 320 },
  {
    name: 'Tidewatch',
    org: 'northfield-lab',
    description: 'Blue team of the laboratory; meets on Thursdays.',
    members: 5,
    days_ago: 95,
  },
  { name: 'Null Pointers', org: 'northfield-evening', description: '', members: 4, days_ago: 41 },
  { name: '南屿工控组', org: 'nanyu-ics', description: '工控协议分析与应急演练。', members: 6, days_ago: 120 },
  { name: '网络突击队', org: 'nanyu-net', description: '', members: 4, days_ago: 22 },
  {
    name: '岚港应急响应 CERT',
    org: 'langang-ops',
    description: '企业侧应急值守。 Duty team of the company.',
    members: 3,
    days_ago: 15,
  },
]
