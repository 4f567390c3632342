import { yamlDocuments } from './mock/import/formats/read/yaml.ts'
import { bytesSource } from './mock/import/formats/source.ts'
const run=async(n:string,t:string)=>{const s=performance.now(); let r='ok'; try { await yamlDocuments(bytesSource('a',t)) } catch(e) { r=String(e).slice(0,70) } const ms=performance.now()-s; if(n||ms>300) console.log(n||JSON.stringify(t).slice(0,150),r,Math.round(ms))}
for (const [n,u] of Object.entries({anch:'? &a ',tag:'? !t ',both:'- ? &a !t ',flowk:'{? ',flowm:'[? ',colon:': ',q:'"a": ',al:'? *a ',mixed:'- &a - ', key:'a: - ', com:'? # x\n ', k2:'a:\n ? ', pipe:'? |\n '}))
  for (const k of [90,400]) await run(`${n} ${k}`,u.repeat(k)+'a')
const toks=['? ','- ',': ','a','\n','\n ','\n  ','&a ','*a ','!t ','[','{','}',']',',','"',"'",'|\n','>\n','#','---\n','...\n','%A\n','<<: ','a: ']
let seed=Number(process.argv[2]??1); const rnd=()=>(seed=(seed*1103515245+12345)&0x7fffffff)/0x7fffffff
const end=performance.now()+90000; let c=0
while(performance.now()<end){ const pick=Array.from({length:1+Math.floor(rnd()*4)},()=>toks[Math.floor(rnd()*toks.length)]!); const unit=pick.join(''); const pre=toks[Math.floor(rnd()*toks.length)]!; const t=(pre+unit.repeat(Math.floor(1+rnd()*300))).slice(0,3000); c++; await run('',t) }
console.log(c)
