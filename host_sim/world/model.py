"""The MuJoCo model of table and cups, written from the geometry file.

What: one MJCF text. Chain: gimbal (two hinges, driven: the swash plate) -> tray (two torsion springs: the ring spring)
-> table top on four fixed tendons (the load cells) with overload stops; 12 cups of the catalogue on a shelf, one
foreign object, the floor.
Why: the firmware, the printable parts and this world must have one shape, so every length and mass that the table
also knows comes from `teatable.boards.geometry`; what only physics needs (contacts, damping) is here.
Data in: geometry, the masses of the cups. Data out: `xml(...)`, and the lengths in metres that hands and truth use.

The world's frame: z up, floor at z = 0, x and y as the table top's at rest. SI units: m, kg, N, rad, s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from teatable.boards import geometry as geo

MODEL_VERSION = "world-1"

GRAVITY = 9.81
STEP_S = 0.001

# --- from the geometry file, in metres and kilograms
TOP_R = geo.TOP_RADIUS_UM * 1e-6
TOP_T = geo.TOP_THICKNESS_UM * 1e-6
TOP_KG = geo.TOP_MASS_MG * 1e-6
PIVOT_DEPTH = geo.PIVOT_BELOW_TOP_UM * 1e-6
CELL_X = tuple(v * 1e-6 for v in geo.CELL_X_UM)
CELL_Y = tuple(v * 1e-6 for v in geo.CELL_Y_UM)
CELL_K = float(geo.CELL_STIFFNESS_N_PER_M)
CELL_STOP_N = geo.CELL_STOP_MG * 1e-6 * GRAVITY
RING_K = geo.RING_SPRING_MNM_PER_RAD * 1e-3
CUP_KG = tuple(v * 1e-6 for v in geo.CUP_MASS_MG)
RIM_R = tuple(v * 0.5e-6 for v in geo.CUP_RIM_DIAMETER_UM)  # by size
FOOT_R = tuple(v * 0.5e-6 for v in geo.CUP_FOOT_DIAMETER_UM)
HEIGHT = tuple(v * 1e-6 for v in geo.CUP_HEIGHT_UM)
TEA_DEPTH = geo.CUP_TEA_DEPTH_UM * 1e-6
TEA_Z = tuple(h - TEA_DEPTH for h in HEIGHT)  # where the next cup stands, above this cup's foot
CUP_COUNT = geo.CUP_COUNT

# --- only physics
FOOT_BALL_R = 0.0015
WALL = 0.002
SIDES = 16
RIM_CAPSULES = 12
FEET = 6
HANDLE_REACH = 0.012
HANDLE_R = 0.0025
PIVOT_Z = 0.080  # tilt axis above the floor; the top is then 131 mm above it
TOP_Z = PIVOT_Z + PIVOT_DEPTH
CELL_ZETA = 0.03
RING_ZETA = 0.08
SERVO_KP = 400.0
SHELF_X0, SHELF_Y0, SHELF_PITCH = 0.45, -0.25, 0.13
OBJECT_HALF = (0.030, 0.020, 0.012)  # a foreign object: a box of the size of a small phone or a box of matches
OBJECT_KG = 0.150

# What meets what. The top meets balls only: the feet, and a ball at each corner of rim and handle. The library is exact
# for a ball on a disc; its general convex routine now and then finds a mesh 250 mm deep in a thin disc and throws it
# at 20 m/s. Feet also meet tea, rims, handles and floor; everything else of a cup meets all but feet and tea.
CONTACT = 'friction="0.35 0.003 0.0002" condim="4" solref="-100000 -400" solimp="0.95 0.99 0.0005 0.5 2"'


def size_of(cup: int) -> int:
    """Return the size 0..2 of cup 0..11."""
    return geo.cup_size(cup)


def shelf_pose(cup: int) -> tuple[float, float, float]:
    """Return where cup 0..11 waits beside the table, in metres of the world's frame."""
    return (SHELF_X0 + SHELF_PITCH * (cup % 3), SHELF_Y0 + SHELF_PITCH * (cup // 3), 0.00001)


def object_pose() -> tuple[float, float, float]:
    """Return where the foreign object waits, in metres of the world's frame."""
    return (SHELF_X0, SHELF_Y0 - SHELF_PITCH, 0.00001)


def _ring(radius: float, z: float, n: int, phase: float = 0.0) -> list[tuple[float, float, float]]:
    return [
        (radius * math.cos(2 * math.pi * (i + phase) / n), radius * math.sin(2 * math.pi * (i + phase) / n), z)
        for i in range(n)
    ]


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{v:.6f}" for v in values)


def _meshes(size: int) -> str:
    """The outside of a cup from just above its foot balls up to the tea surface, in two parts.

    Two, because the lower one is then well inside the rim of the cup below and costs no collision test with it.
    """
    rim, foot, tea = RIM_R[size], FOOT_R[size], TEA_Z[size]
    zs = (0.0005, 0.3 * tea, tea)
    rings = [_ring(foot + (rim - foot) * (z - zs[0]) / (tea - zs[0]), z, SIDES, 0.5) for z in zs]
    return "".join(
        f'<mesh name="{name}{size}" vertex="{"  ".join(_numbers(p) for p in low + high)}"/>'
        for name, low, high in (("lower", rings[0], rings[1]), ("upper", rings[1], rings[2]))
    )


_PAINT = ("0.55 0.35 0.70 1", "0.95 0.80 0.25 1", "0.35 0.70 0.40 1", "0.30 0.45 0.85 1")


def _cup(cup: int, kg: float) -> str:
    size = size_of(cup)
    rim, foot, high, tea = RIM_R[size], FOOT_R[size], HEIGHT[size], TEA_Z[size]
    name, paint = f"cup{cup}", _PAINT[geo.cup_colour(cup)]
    geoms = [
        f'<geom class="cup" name="{name}_{part}" type="mesh" mesh="{part}{size}" rgba="{paint}"/>'
        for part in ("lower", "upper")
    ]
    for i, p in enumerate(_ring(foot - FOOT_BALL_R, FOOT_BALL_R, FEET)):
        geoms.append(
            f'<geom class="foot" name="{name}_f{i}" type="sphere" size="{FOOT_BALL_R}" pos="{_numbers(p)}" '
            f'rgba="{paint}"/>'
        )
    rr = rim - WALL / 2
    half = math.tan(math.pi / RIM_CAPSULES) * rr * 0.98
    for i, (x, y, z) in enumerate(_ring(rr, high - WALL / 2, RIM_CAPSULES)):
        tx, ty = -y / rr * half, x / rr * half
        geoms.append(
            f'<geom class="edge" name="{name}_r{i}" type="capsule" size="{WALL / 2}" '
            f'fromto="{_numbers((x - tx, y - ty, z, x + tx, y + ty, z))}" rgba="{paint}"/>'
        )
    for i, p in enumerate(_ring(rr / math.cos(math.pi / RIM_CAPSULES), high - WALL / 2, RIM_CAPSULES, 0.5)):
        geoms.append(f'<geom class="rest" name="{name}_s{i}" size="{WALL / 2}" pos="{_numbers(p)}"/>')
    reach = rim + HANDLE_REACH
    bow = [
        (foot + (rim - foot) * 0.35, 0.35 * high),
        (reach, 0.42 * high),
        (reach, 0.78 * high),
        (foot + (rim - foot) * 0.85, 0.85 * high),
    ]
    for i in range(3):
        (xa, za), (xb, zb) = bow[i], bow[i + 1]
        geoms.append(
            f'<geom class="edge" name="{name}_h{i}" type="capsule" size="{HANDLE_R}" '
            f'fromto="{_numbers((xa, 0, za, xb, 0, zb))}" rgba="{paint}"/>'
        )
    for i, (x, z) in enumerate(bow[1:3]):
        geoms.append(f'<geom class="rest" name="{name}_k{i}" size="{HANDLE_R}" pos="{_numbers((x, 0, z))}"/>')
    geoms.append(
        f'<geom class="tea" name="{name}_tea" type="cylinder" size="{rim - WALL / 2:.5f} 0.002" '
        f'pos="0 0 {tea - 0.002:.5f}" rgba="0.45 0.25 0.1 1"/>'
    )
    # a moulded shell with a floor, a disc of tea and a handle: centre at half height, mass at 3/4 of the rim's radius
    gyration = 0.75 * rim
    across = kg * (gyration * gyration / 2 + high * high / 12)
    return (
        f'<body name="{name}" pos="{_numbers(shelf_pose(cup))}" sleep="init"><freejoint name="{name}"/>'
        f'<inertial pos="{0.05 * rim:.5f} 0 {0.5 * high:.5f}" mass="{kg:.6f}" '
        f'diaginertia="{across:.4e} {across:.4e} {kg * gyration * gyration:.4e}"/>{"".join(geoms)}</body>'
    )


def _object() -> str:
    a, b, c = OBJECT_HALF
    feet = "".join(
        f'<geom class="foot" name="object_f{i}" type="sphere" size="{FOOT_BALL_R}" '
        f'pos="{_numbers((sx * (a - 0.003), sy * (b - 0.003), FOOT_BALL_R))}"/>'
        for i, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1)))
    )
    k = OBJECT_KG / 3
    inertia = (k * (b * b + c * c), k * (a * a + c * c), k * (a * a + b * b))
    return (
        f'<body name="object" pos="{_numbers(object_pose())}" sleep="init"><freejoint name="object"/>'
        f'<inertial pos="0 0 {c:.5f}" mass="{OBJECT_KG}" diaginertia="{" ".join(f"{v:.4e}" for v in inertia)}"/>'
        f'<geom class="cup" name="object_body" type="box" size="{_numbers((a, b, c - 0.0005))}" '
        f'pos="0 0 {c + 0.0005:.5f}" rgba="0.2 0.2 0.22 1"/>{feet}</body>'
    )


def _table() -> str:
    ring_damping = 2 * RING_ZETA * math.sqrt(RING_K * 0.012)
    inertia = TOP_KG * TOP_R * TOP_R / 4
    imu = (geo.IMU_X_UM * 1e-6, geo.IMU_Y_UM * 1e-6, geo.IMU_Z_UM * 1e-6)
    stands = "".join(
        f'<site name="cell_{n}" pos="{x} {y} {-TOP_T}" size="0.006" rgba="0.1 0.1 0.8 1"/>'
        for n, x, y in zip(geo.CELL_NAMES, CELL_X, CELL_Y, strict=True)
    )
    ghost = 'contype="0" conaffinity="0" mass="0"'
    return f"""
    <body name="gimbal" pos="0 0 {PIVOT_Z}">
      <inertial pos="0 0 0" mass="0.3" diaginertia="0.002 0.002 0.003"/>
      <joint name="tilt_x" type="hinge" axis="1 0 0" damping="0.05" armature="0.01"/>
      <joint name="tilt_y" type="hinge" axis="0 1 0" damping="0.05" armature="0.01"/>
      <geom type="cylinder" size="0.02 0.03" pos="0 0 -0.03" {ghost} rgba="0.3 0.3 0.3 1"/>
      <body name="tray">
        <inertial pos="0 0 0.03" mass="0.25" diaginertia="0.0014 0.0014 0.0028"/>
        <joint name="ring_x" type="hinge" axis="1 0 0" stiffness="{RING_K}" damping="{ring_damping:.4f}"/>
        <joint name="ring_y" type="hinge" axis="0 1 0" stiffness="{RING_K}" damping="{ring_damping:.4f}"/>
        <geom type="cylinder" size="0.13 0.003" pos="0 0 0.03" {ghost} rgba="0.4 0.4 0.42 1"/>
        <body name="top" pos="0 0 {PIVOT_DEPTH}">
          <inertial pos="0 0 {-TOP_T / 2}" mass="{TOP_KG}" diaginertia="{inertia:.5f} {inertia:.5f} {2 * inertia:.5f}"/>
          <joint name="top_z" type="slide" axis="0 0 1"/>
          <joint name="top_rx" type="hinge" axis="1 0 0"/>
          <joint name="top_ry" type="hinge" axis="0 1 0"/>
          <geom name="top" class="top" type="cylinder" size="{TOP_R} {TOP_T / 2}" pos="0 0 {-TOP_T / 2}"
            rgba="0.92 0.9 0.85 1"/>
          <site name="imu" pos="{_numbers(imu)}" size="0.004"/>
          <site name="top" pos="0 0 0" size="0.002"/>
          {stands}
        </body>
      </body>
    </body>"""


def _cells() -> str:
    damping = 2 * CELL_ZETA * math.sqrt(4 * CELL_K * TOP_KG) / 4
    stop = CELL_STOP_N / CELL_K  # the bar may bend so far, then it lies on its stop
    return "".join(
        f'<fixed name="cell_{n}" stiffness="{CELL_K}" damping="{damping:.4f}" springlength="0" '
        f'limited="true" range="{-stop:.7f} {stop:.7f}" solreflimit="-100000 -500" solimplimit="0.99 0.999 0.0001">'
        f'<joint joint="top_z" coef="1"/><joint joint="top_rx" coef="{y}"/><joint joint="top_ry" coef="{-x}"/></fixed>'
        for n, x, y in zip(geo.CELL_NAMES, CELL_X, CELL_Y, strict=True)
    )


def xml(cup_kg: Sequence[float] = CUP_KG) -> str:
    """Return the model as MJCF text; `cup_kg` are the masses of cups 0..11 in kilograms."""
    servo_kv = 2 * 0.9 * math.sqrt(SERVO_KP * 0.02)
    length = "".join(f'<tendonpos name="cell_{n}" tendon="cell_{n}"/>' for n in geo.CELL_NAMES)
    return f"""<mujoco model="mad tea table">
  <compiler angle="radian" autolimits="true"/>
  <option timestep="{STEP_S}" gravity="0 0 {-GRAVITY}" integrator="implicitfast" solver="Newton" cone="elliptic"
    impratio="100" iterations="50" tolerance="1e-8" ls_iterations="50" noslip_iterations="0" jacobian="sparse">
    <flag multiccd="enable" island="enable" sleep="enable"/>
  </option>
  <size memory="64M"/>
  <visual><global offwidth="1280" offheight="960"/><map znear="0.02"/></visual>
  <default><geom {CONTACT}/>
    <default class="cup"><geom mass="0" contype="1" conaffinity="1"/></default>
    <default class="edge"><geom mass="0" contype="1" conaffinity="3"/></default>
    <default class="foot"><geom mass="0" contype="2" conaffinity="0"/></default>
    <default class="rest"><geom mass="0" type="sphere" contype="4" conaffinity="0" group="4"/></default>
    <default class="top"><geom mass="0" contype="0" conaffinity="6"/></default>
    <default class="tea"><geom mass="0" contype="0" conaffinity="2"/></default>
  </default>
  <asset>
    <texture name="grid" type="2d" builtin="checker" rgb1=".55 .5 .45" rgb2=".5 .45 .4" width="300" height="300"/>
    <material name="grid" texture="grid" texrepeat="6 6" texuniform="true"/>
    {"".join(_meshes(s) for s in range(3))}
  </asset>
  <worldbody>
    <light pos="0.3 -0.6 1.4" dir="-0.2 0.4 -1" diffuse=".8 .8 .8"/>
    <light pos="-0.6 -0.3 1.2" dir="0.4 0.2 -1" diffuse=".3 .3 .3"/>
    <camera name="main" pos="0.05 -0.80 0.50" xyaxes="1 0 0 0 0.42 0.91"/>
    <geom name="floor" class="edge" type="plane" size="3 3 0.1" material="grid"/>
    {_table()}
    {"".join(_cup(c, kg) for c, kg in enumerate(cup_kg))}
    {_object()}
  </worldbody>
  <tendon>{_cells()}</tendon>
  <actuator>
    <position name="swash_x" joint="tilt_x" kp="{SERVO_KP}" kv="{servo_kv:.3f}"/>
    <position name="swash_y" joint="tilt_y" kp="{SERVO_KP}" kv="{servo_kv:.3f}"/>
  </actuator>
  <sensor><accelerometer name="acc" site="imu"/><gyro name="gyro" site="imu"/>{length}</sensor>
</mujoco>"""
