"""A server of MongoDB's wire protocol for the tests: mongo-java-server, in memory, on a free port of the loopback.

It is not MongoDB, which no registry has: it accepts what both support, and shows nothing about speed or what
survives a crash. Maven brings it, once, into `target`.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JARS = ROOT / "target" / "mongo-java-server"
VERSION = "1.47.0"

POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>scoresheet</groupId> <artifactId>tests</artifactId> <version>1</version>
  <dependencies>
    <dependency>
      <groupId>de.bwaldvogel</groupId> <artifactId>mongo-java-server</artifactId> <version>{VERSION}</version>
    </dependency>
  </dependencies>
</project>
"""

# It ends with its standard input, so that it never outlives the tests.
PROGRAM = """import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

public class Server {
    public static void main(String[] arguments) throws Exception {
        MongoServer server = new MongoServer(new MemoryBackend());
        System.out.println(server.bind().getPort());
        System.in.read();
        server.shutdownNow();
    }
}
"""


def missing() -> str | None:
    """What a server needs and is not there; nothing is downloaded before the programs are."""
    absent = next((program for program in ("java", "javac", "mvn") if shutil.which(program) is None), None)
    if absent:
        return f"`{absent}` is not installed"
    if not (JARS / VERSION).exists() and not _fetched():
        return "Maven cannot get mongo-java-server"
    return None


def _fetched() -> bool:
    """Whether Maven has brought the server into its folder; the mark is made last."""
    JARS.mkdir(parents=True, exist_ok=True)
    (JARS / "pom.xml").write_text(POM)
    (JARS / "Server.java").write_text(PROGRAM)
    commands = (
        ["mvn", "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={JARS}"],
        ["javac", "-cp", "*", "Server.java"],
    )
    try:
        for command in commands:
            subprocess.run(command, cwd=JARS, check=True, capture_output=True, timeout=300)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return False
    (JARS / VERSION).touch()
    return True


@contextmanager
def server(memory: str = "256m") -> Iterator[str]:
    """Starts a server with so much memory, gives its address, and stops it."""
    command = ["java", f"-Xmx{memory}", "-cp", f"{JARS}:{JARS}/*", "Server"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdin
    assert process.stdout
    try:
        yield f"mongodb://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(30)
