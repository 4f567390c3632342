/** Invented institutions: a training centre with two universities, a college and two companies. */
export interface OrgSeed {
  key: string
  name: string
  below?: readonly OrgSeed[]
}

export const orgs: OrgSeed = {
  key: 'centre',
  name: '启明联合实训中心 Qiming Centre',
  below: [
    {
      key: 'yunling',
      name: '云岭信息大学 Yunling University',
      below: [
        { key: 'yunling-cs', name: '网络空间安全学院', below: [{ key: 'yunling-class', name: '信安 2401 班' }] },
        { key: 'yunling-law', name: '信息法学系' },
      ],
    },
    {
      key: 'nanyu',
      name: '南屿工业职业学院 Nanyu College',
      below: [
        { key: 'nanyu-ics', name: '工业控制系 Automation' },
        { key: 'nanyu-net', name: '网络技术系 Networks' },
      ],
    },
    {
      key: 'northfield',
      name: 'Northfield Institute of Technology',
      below: [
        { key: 'northfield-lab', name: 'Security Laboratory' },
        { key: 'northfield-evening', name: 'Evening Classes' },
      ],
    },
    {
      key: 'langang',
      name: '岚港能源集团 Langang Energy',
      below: [
        { key: 'langang-ops', name: '安全运营部 Security Operations' },
        { key: 'langang-grid', name: '电网调度部 Grid Control' },
      ],
    },
  ],
}
