// Soft shadows: sharp where cloth lies on something, wider the further away what casts them is. Takes the place of the
// shadows that three.js calls PCFSoftShadowMap, whose width is always the same.
//
// Percentage-closer soft shadows (Fernando 2005): the mean depth of what is in the light's way says how wide the shadow's
// border is, and so among how much of the map it is asked what share of the light gets through. Samples lie on a spiral
// that is turned anew at each pixel. A surface that is seen at a slant by the sun is no shadow of itself: its own depth is
// continued over the samples.
import * as THREE from "three";

const FUNCTIONS = `
vec2 spiral( int i, float count, float turn ) {
  float angle = float( i ) * 2.39996 + turn;
  return sqrt( ( float( i ) + 0.5 ) / count ) * vec2( cos( angle ), sin( angle ) );
}

float softShadow( sampler2D map, vec2 texel, float lightWidth, vec3 at ) {
  vec3 dx = dFdx( at ), dy = dFdy( at );
  float area = dx.x * dy.y - dx.y * dy.x;
  vec2 slope = abs( area ) > 1e-12 ? vec2( dy.y * dx.z - dx.y * dy.z, dx.x * dy.z - dy.x * dx.z ) / area : vec2( 0.0 );
  slope *= min( 1.0, 1.5 / max( 1e-6, length( slope ) ) );
  float turn = 6.2832 * fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) );

  float widest = 0.12 * lightWidth;
  float depth = 0.0, casters = 0.0;
  for ( int i = 0; i < 8; i ++ ) {
    vec2 off = widest * spiral( i, 8.0, turn );
    float own = unpackRGBAToDepth( texture2D( map, at.xy + off ) );
    float isCaster = step( own, at.z + dot( slope, off ) );
    depth += isCaster * own;
    casters += isCaster;
  }
  if ( casters < 0.5 ) return 1.0;

  float width = clamp( lightWidth * ( at.z - depth / casters ), 1.5 * texel.x, widest );
  float light = 0.0;
  for ( int i = 0; i < 16; i ++ ) {
    vec2 off = width * spiral( i, 16.0, turn );
    light += texture2DCompare( map, at.xy + off, at.z + dot( slope, off ) );
  }
  return light / 16.0;
}

float getShadow(`;

const CALL = `
  shadow = softShadow( shadowMap, 1.0 / shadowMapSize, shadowRadius, shadowCoord.xyz );
`;

/** To be called before anything is drawn. `radius` of a light is then how much wider a shadow is for each unit of depth. */
export function installSoftShadows(): void {
  const chunk = THREE.ShaderChunk.shadowmap_pars_fragment;
  const begin = chunk.indexOf("#elif defined( SHADOWMAP_TYPE_PCF_SOFT )");
  const end = chunk.indexOf("#elif defined( SHADOWMAP_TYPE_VSM )");
  if (begin < 0 || end < begin || !chunk.includes("float getShadow(")) return; // three.js has changed: its own will do
  THREE.ShaderChunk.shadowmap_pars_fragment = (
    chunk.slice(0, begin) + "#elif defined( SHADOWMAP_TYPE_PCF_SOFT )\n" + CALL + chunk.slice(end)
  ).replace("float getShadow(", FUNCTIONS);
}
