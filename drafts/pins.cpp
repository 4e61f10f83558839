#include "benchmarks/pins.hpp"
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
using namespace pleat; using namespace pleat::bench;
static double env(const char*n,double d){const char*e=getenv(n);return e?atof(e):d;}
int main(){
  PinsSettings s; s.particles=env("N",2601);
  int R=env("R",1); int F0=env("F",75); std::vector<double> mc(F0,1e9),me(F0,1e9),ms(F0,1e9);
  for(int rep=0;rep<R;rep++){
  PinsScene p=make_pins_scene(s);
  p.scene.air_density=env("AIR",0);
  SimulationSettings ss; ss.threads=env("T",1);
  ss.method.bend=env("HINGE",0)?BendModel::hinge:BendModel::plate;
  ss.steps.max_step=1/env("RATE",60);
  ss.method.tolerance=env("TOL",1e-3);
  ss.method.newton_steps=env("NEWTON",1);
  ss.method.preconditioner=env("BJ",0)?PreconditionerKind::block_jacobi:PreconditionerKind::two_level;
  int in=env("INT",0); ss.method.integrator=(TimeIntegrator)in; ss.method.rho=env("RHO",0);
  Simulation sim(std::move(p.model),p.scene,ss);
  double cpu=0,ev=0,so=0,sl=0,sm=0,pk=0; int it=0,st=0,rej=0; int F=env("F",75);
  for(int i=0;i<F;i++){auto b=sim.state().position;double c=cpu_seconds();sim.advance_frame();double dc=cpu_seconds()-c; auto&f=sim.frame_stats(); mc[i]=std::min(mc[i],dc);me[i]=std::min(me[i],(double)f.seconds.eval);ms[i]=std::min(ms[i],(double)f.seconds.solve);it+=f.cg_iterations;st+=f.steps;rej+=f.rejections;
    double m=std::max(f.warp.max_stretch,f.weft.max_stretch);sl=m;sm+=m/F;
    double q=0;for(size_t k=0;k<b.size();k++)q+=(sim.state().position[k]-b[k]).squaredNorm();pk=std::max(pk,30*sqrt(q/b.size()));}

  if(rep+1<R)continue; for(int i=0;i<F;i++){cpu+=mc[i];ev+=me[i];so+=ms[i];}
  printf("cpu/frame %.2f ms eval %.2f solve %.2f other %.2f | steps %d rej %d it/step %.1f | stretch last %.3f mean %.3f | peak %.3f | bias %.3f hash %016llx\n",1e3*cpu/F,1e3*ev/F,1e3*so/F,1e3*(cpu-ev-so)/F,st,rej,double(it)/st,sl,sm,pk,sim.frame_stats().bias.max_stretch,(unsigned long long)sim.frame_stats().hash);
}}
