#include <Eigen/Geometry>
#include <pleat/pleat.hpp>
#include <pleat/constraints/solid_contact.hpp>
#include <cstdio>
#include <cstdlib>
#include <cmath>
using namespace pleat;
static double env(const char*n,double d){const char*e=getenv(n);return e?atof(e):d;}
Surface plane(double s){Surface f; f.positions={{-s,0,-s},{s,0,-s},{s,0,s},{-s,0,s}}; f.triangles={{0,2,1},{0,3,2}}; return f;}
Surface cylinder(double r,double h,int seg,int rings){Surface f; for(int k=0;k<rings;k++)for(int i=0;i<seg;i++){double a=2*kPi*i/seg;f.positions.push_back({r*cos(a),-h*k/(rings-1),r*sin(a)});}
 for(int k=0;k+1<rings;k++)for(int i=0;i<seg;i++){int a=k*seg+i,b=k*seg+(i+1)%seg,c=a+seg,d=b+seg;f.triangles.push_back({a,b,d});f.triangles.push_back({a,d,c});}
 int top=f.positions.size();f.positions.push_back({0,0,0});int bot=top+1;f.positions.push_back({0,-h,0});
 for(int i=0;i<seg;i++){f.triangles.push_back({top,(i+1)%seg,i});int o=(rings-1)*seg;f.triangles.push_back({bot,o+i,o+(i+1)%seg});}
 return f;}
int main(int argc,char**argv){
  std::string what=argv[1];
  int n=env("N",20);
  ClothSource src; src.name="sheet"; src.mesh=make_grid({.size={1,1},.cells={n,n},.facing=Facing::level}); src.fabric=named_fabric("cotton");
  Scene sc; Solid so; so.name="solid"; so.thickness=env("TH",0.002); so.friction=env("MU",0.4);
  SimulationSettings ss; ss.threads=1; ss.steps.max_step=1/env("RATE",60);
  ss.method.integrator=(TimeIntegrator)(int)env("INT",0);
  if(what=="floor"){ so.surface=std::make_shared<Surface>(plane(5)); place(src.mesh,Mat3::Identity(),Vec3(0,0.1,0)); }
  if(what=="incline"){ double th=atan(0.5); Mat3 R=Eigen::AngleAxisd(-th,Vec3::UnitZ()).toRotationMatrix(); Surface p=plane(20); for(auto&x:p.positions)x=R*x; so.surface=std::make_shared<Surface>(p);
    place(src.mesh,R,R*Vec3(0,so.thickness,0)); sc.air_density=0; }
  if(what=="cylinder"){ so.surface=std::make_shared<Surface>(cylinder(0.25,0.6,32,10)); place(src.mesh,Mat3::Identity(),Vec3(0,0.02,0)); }
  sc.solids.push_back(so);
  auto model=ModelBuilder().add(src).build();
  Simulation sim(std::move(model),sc,ss);
  int F=env("F",75); Vec3 c0=Vec3::Zero(); for(auto&x:sim.state().position)c0+=x; c0/=sim.state().position.size();
  for(int i=0;i<F;i++){ try{ sim.advance_frame(); }catch(const std::exception&e){ printf("%s\n",e.what()); return 1;}
    auto&f=sim.frame_stats(); Vec3 c=Vec3::Zero(); double lo=1e9; for(auto&x:sim.state().position){c+=x;lo=std::min(lo,x.y());} c/=sim.state().position.size();
    int st=0; for(auto&k:sim.state().contacts)(void)k;
    if(i%(int)env("EVERY",10)==0||i==F-1) printf("f %d steps %d rej %d eval %d it %d rms %.5f max %.4f contacts %zu sticks %d moved %.5f low %.5f stretch %.4f/%.4f ms %.1f (cs %.1f) rem %.2e %s\n",i+1,f.steps,f.rejections,f.evaluations,f.cg_iterations,f.rms_speed,f.max_speed,sim.state().contacts.size(),st,(c-c0).norm(),lo,f.warp.max_stretch,f.bias.max_stretch,1e3*f.seconds.total,1e3*f.seconds.cloth_solid,f.remainder,f.rejection_reason.c_str());
  }
}
